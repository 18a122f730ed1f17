"""from torch.cuda import amp; and `amp` as a plain word."""
import torch
from torch.cuda import amp

on = torch.cuda.is_available()
device = torch.device("cuda" if on else "cpu")
options = {"amp": on, "level": "O1"}


def step(weight, row, scaler):
    with amp.autocast(enabled=options["amp"]):
        value = (weight * row).sum()
    grad = torch.autograd.grad(scaler.scale(value), weight)[0]
    return (grad / scaler.get_scale()).tolist()


if __name__ == "__main__":
    scaler = amp.GradScaler(enabled=on)
    weight = torch.tensor([0.5, 0.25], device=device, requires_grad=True)
    print(step(weight, torch.tensor([2.0, 4.0], device=device), scaler))
    print(scaler.is_enabled(), options["level"])
