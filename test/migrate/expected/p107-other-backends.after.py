"""xpu and mps beside cuda, each behind its own test."""
import torch


def empty_all():
    if torch.accelerator.is_available():
        torch.accelerator.empty_cache()
    if hasattr(torch, "xpu") and torch.xpu.is_available():
        torch.xpu.empty_cache()
    if torch.backends.mps.is_available():
        torch.mps.empty_cache()


def synchronize(device):
    if device.type != "cpu":
        torch.accelerator.synchronize()


def count():
    if torch.xpu.is_available():
        return torch.xpu.device_count()
    return torch.accelerator.device_count()


def seed(value):
    torch.manual_seed(value)
    if torch.xpu.is_available():
        torch.xpu.manual_seed_all(value)
    return value


if __name__ == "__main__":
    empty_all()
    synchronize(torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu"))
    print(count() == torch.accelerator.device_count(), seed(3))
