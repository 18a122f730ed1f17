"""Everything goes through a short module alias."""
import torch as T
import torch.nn as nn
from torch.nn import functional as F

HAS = T.accelerator.is_available
spot = T.device(T.accelerator.current_accelerator().type, 0) if HAS() else T.device("cpu")


def warm(n):
    lamp = nn.Linear(n, n)
    if T.accelerator.is_available():
        lamp = lamp.to(T.accelerator.current_accelerator())
        T.accelerator.synchronize()
    return lamp


def glow(n):
    lamp = warm(n)
    light = F.relu(lamp(T.ones(1, n, device=spot)))
    where = "cpu" if light.device.type == "cpu" else f"{T.accelerator.current_accelerator().type}:{T.accelerator.current_device_index()}"
    return light.shape[1], where


if __name__ == "__main__":
    T.manual_seed(0)
    print(glow(3)[0], T.accelerator.device_count() >= 0)
