"""Which guards may change, which must not, and which calls need a new one."""
import time

import torch


def clock(step):
    if torch.accelerator.is_available():
        torch.accelerator.synchronize()
    start = time.perf_counter()
    step()
    if torch.accelerator.is_available():
        torch.accelerator.synchronize()
    return time.perf_counter() - start


def peak():
    if not torch.accelerator.is_available():
        return 0
    return torch.accelerator.max_memory_allocated()


def tidy():
    if torch.accelerator.is_available():
        torch.accelerator.empty_cache()


def fast_math():
    if torch.cuda.is_available() and torch.cuda.get_device_capability() >= (8, 0):
        torch.backends.cuda.matmul.allow_tf32 = True
        return "tf32"
    return "ieee"


def precise(x):
    if torch.cuda.is_available():
        x = x.double().cuda()
    return x.sum().item()


def built_for():
    return torch.version.cuda if torch.backends.cuda.is_built() else None


def demand():
    assert torch.accelerator.is_available(), "bring a device"
    torch.accelerator.set_device_index(0)
    return torch.accelerator.current_device_index()


if __name__ == "__main__":
    tidy()
    print(clock(lambda: None) >= 0, peak(), fast_math() in ("tf32", "ieee"), precise(torch.ones(3)))
