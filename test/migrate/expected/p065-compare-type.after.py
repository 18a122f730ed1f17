"""device.type against "cuda", in all the usual places."""
import torch

device = torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")
pin = device.type != "cpu"
autocast_kind = torch.float16 if device.type != "cpu" else torch.bfloat16


def non_blocking(rows):
    return rows.to(device, non_blocking=device.type != "cpu")


def label(rows):
    if rows.device.type == "cuda":
        return "card"
    if rows.device.type != "cuda" and rows.dim() == 1:
        return "host"
    return "host, many"


def supported(where):
    return where.type in ("cuda", "cpu"), where.type not in ["cuda", "xpu"]


if __name__ == "__main__":
    print(pin, autocast_kind, label(non_blocking(torch.ones(2))), label(torch.ones(1, 1)))
    print(supported(device), supported(torch.device("cpu")), device == torch.device("cpu"))
