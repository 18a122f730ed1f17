# RUN: %offside check --isolated --verify %s
# Devices of autocast and GradScaler.
import torch


def fixed(model, x):
    with torch.autocast("cuda"):  # expect: DEV312
        return model(x)


def fixed_by_keyword(model, x):
    with torch.amp.autocast(device_type="cuda", dtype=torch.float16):  # expect: DEV312
        return model(x)


def a_device(model, x: torch.Tensor):
    with torch.autocast(x.device):  # expect: DEV312
        return model(x)


def scaler():
    return torch.amp.GradScaler("cuda")  # expect: DEV312


def chosen(model, x, device):
    scaler = torch.amp.GradScaler(x.device.type)
    with torch.autocast(device_type=x.device.type), torch.autocast(device):
        return scaler.scale(model(x))
