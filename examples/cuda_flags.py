"""Sets up one process of a distributed job."""

import os

import torch


def set_up():
    rank = int(os.environ.get("LOCAL_RANK", 0))
    if torch.cuda.is_available:
        torch.backends.cudnn.benchmark = True
        torch.accelerator.device_index(rank)
    torch.manual_seed(1234 + rank)
    return rank


if __name__ == "__main__":
    print("rank", set_up())
