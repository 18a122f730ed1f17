"""Environment variables and a program that hides the cards."""
import os

os.environ.setdefault("CUDA_DEVICE_ORDER", "PCI_BUS_ID")
os.environ.setdefault("PYTORCH_CUDA_ALLOC_CONF", "max_split_size_mb:128")

import torch  # noqa: E402


def visible():
    return os.environ.get("CUDA_VISIBLE_DEVICES", "all") != "none"


def ranks():
    return list(range(torch.cuda.device_count())) or [None]


def launch_blocking():
    return os.getenv("CUDA_LAUNCH_BLOCKING") == "1"


if __name__ == "__main__":
    torch.cuda.empty_cache()
    print(visible(), ranks(), launch_blocking(), os.environ["CUDA_DEVICE_ORDER"])
