"""Begun by hand and left in the middle: right names beside old ones."""
import torch

device = torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")


def clean():
    if torch.accelerator.is_available():
        torch.accelerator.empty_cache()
    if torch.accelerator.is_available():
        torch.accelerator.empty_cache()


def wait():
    if torch.accelerator.is_available():
        torch.accelerator.synchronize()
    return torch.accelerator.device_count() == torch.accelerator.device_count()


def index():
    if torch.accelerator.is_available():
        torch.accelerator.set_device_index(0)
        return torch.accelerator.current_device_index()
    return None


if __name__ == "__main__":
    clean()
    print(wait(), index(), torch.ones(2, device=device).sum().item(), device.type in ("cuda", "cpu"))
