"""xpu and mps beside cuda, each behind its own test."""
import torch


def empty_all():
    if torch.cuda.is_available():
        torch.cuda.empty_cache()
    if hasattr(torch, "xpu") and torch.xpu.is_available():
        torch.xpu.empty_cache()
    if torch.backends.mps.is_available():
        torch.mps.empty_cache()


def synchronize(device):
    if device.type == "cuda":
        torch.cuda.synchronize()
    elif device.type == "xpu":
        torch.xpu.synchronize()
    elif device.type == "mps":
        torch.mps.synchronize()


def count():
    if torch.xpu.is_available():
        return torch.xpu.device_count()
    return torch.cuda.device_count()


def seed(value):
    torch.manual_seed(value)
    if torch.cuda.is_available():
        torch.cuda.manual_seed_all(value)
    if torch.xpu.is_available():
        torch.xpu.manual_seed_all(value)
    return value


if __name__ == "__main__":
    empty_all()
    synchronize(torch.device("cuda" if torch.cuda.is_available() else "cpu"))
    print(count() == torch.cuda.device_count(), seed(3))
