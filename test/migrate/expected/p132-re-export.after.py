"""A compatibility module: names of torch.cuda are collected and handed on."""
import torch
from torch.accelerator import current_device_index as current_device  # noqa: F401
from torch.cuda import is_available, synchronize  # noqa: F401
from torch.cuda import empty_cache as clear

__all__ = ["is_available", "synchronize", "clear", "device_name", "FLOAT"]

FLOAT = torch.cuda.FloatTensor if is_available() else torch.FloatTensor


def device_name():
    return f"{torch.accelerator.current_accelerator().type}:{current_device()}" if torch.accelerator.is_available() else "cpu"


def __getattr__(name):
    if name == "cards":
        return torch.accelerator.device_count()
    raise AttributeError(name)


if __name__ == "__main__":
    if torch.accelerator.is_available():
        torch.accelerator.empty_cache()
    print(device_name(), [name in globals() for name in __all__], __getattr__("cards") >= 0)
    print(FLOAT is not None, callable(torch.accelerator.synchronize))
