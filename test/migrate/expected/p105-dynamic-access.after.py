"""getattr, hasattr, modules as values, __all__-like lists."""
import sys

import torch


def backend(name):
    return getattr(torch, name)


def has(name):
    return hasattr(torch.cuda, name)


def device_module(device_type="cuda"):
    module = getattr(torch, device_type)
    return module.is_available()


gpu = torch.cuda
modules = {"cuda": torch.cuda, "cpu": torch.cpu}

if __name__ == "__main__":
    print(backend("cuda") is torch.cuda, has("empty_cache"), has("nope"), device_module())
    print(gpu.device_count(), modules["cuda"] is sys.modules["torch.cuda"], gpu.is_available())
    print(modules["cuda" if gpu.is_available() else "cpu"].is_available())
    print(callable(getattr(torch.cuda, "synchronize")), "torch.cuda" in sys.modules)
