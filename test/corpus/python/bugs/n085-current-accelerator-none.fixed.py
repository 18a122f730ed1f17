import torch
from torch import nn


def default_device():
    acc = torch.accelerator.current_accelerator()
    return acc.type if acc is not None else "cpu"


def main():
    device = default_device()
    net = nn.Linear(2, 1).to(device)
    return net(torch.randn(3, 2, device=device)).sum()


if __name__ == "__main__":
    main()
