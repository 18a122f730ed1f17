import torch
from torch import nn


def default_device():
    return torch.accelerator.current_accelerator().type  # BUG: accelerator-none


def main():
    device = default_device()
    net = nn.Linear(2, 1).to(device)
    return net(torch.randn(3, 2, device=device)).sum()


if __name__ == "__main__":
    main()
