"""from torch.cuda import amp; and `amp` as a plain word."""
import torch
from torch import amp

on = torch.accelerator.is_available()
device = torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")
options = {"amp": on, "level": "O1"}


def step(weight, row, scaler):
    with amp.autocast(device_type=device.type, enabled=(options["amp"]) and torch.accelerator.is_available()):
        value = (weight * row).sum()
    grad = torch.autograd.grad(scaler.scale(value), weight)[0]
    return (grad / scaler.get_scale()).tolist()


if __name__ == "__main__":
    scaler = amp.GradScaler(device.type, enabled=on)
    weight = torch.tensor([0.5, 0.25], device=device, requires_grad=True)
    print(step(weight, torch.tensor([2.0, 4.0], device=device), scaler))
    print(scaler.is_enabled(), options["level"])
