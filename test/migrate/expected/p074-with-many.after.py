"""with statements of several items, parenthesised or not."""
import contextlib

import torch

on = torch.cuda.is_available()
device = torch.device("cuda" if on else "cpu")
side = torch.Stream() if on else None


def forward(a, b):
    with torch.no_grad(), torch.amp.autocast(device_type=device.type, enabled=on):
        return a @ b


def on_side(a):
    with torch.no_grad(), side if side is not None else contextlib.nullcontext():
        doubled = a * 2
    if on:
        torch.accelerator.current_stream().wait_stream(side)
    return doubled


def many(a, b):
    with (
        torch.inference_mode(),
        torch.amp.autocast(device_type=device.type, enabled=False),
        contextlib.suppress(ZeroDivisionError),
    ):
        return (a @ b).sum().item()


def chosen(index):
    with torch.cuda.device(index) if on else contextlib.nullcontext():
        return torch.ones(1, device=device).device.type == device.type


if __name__ == "__main__":
    a = torch.tensor([[1.001, 2.003]], device=device)
    print(forward(a, a.t()).dtype, on_side(a).tolist() == (a * 2).tolist(), many(a, a.t()) > 5, chosen(0))
