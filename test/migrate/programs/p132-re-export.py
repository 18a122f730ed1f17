"""A compatibility module: names of torch.cuda are collected and handed on."""
import torch
from torch.cuda import current_device, is_available, synchronize  # noqa: F401
from torch.cuda import empty_cache as clear

__all__ = ["is_available", "synchronize", "clear", "device_name", "FLOAT"]

FLOAT = torch.cuda.FloatTensor if is_available() else torch.FloatTensor


def device_name():
    return f"cuda:{current_device()}" if is_available() else "cpu"


def __getattr__(name):
    if name == "cards":
        return torch.cuda.device_count()
    raise AttributeError(name)


if __name__ == "__main__":
    clear()
    print(device_name(), [name in globals() for name in __all__], __getattr__("cards") >= 0)
    print(FLOAT is not None, callable(synchronize))
