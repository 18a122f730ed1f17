import torch
from torch import nn


def make_augment(sigma, shape, device):
    noise = sigma * torch.randn(shape)  # BUG: cpu-tensor-created

    def augment(x):
        return x + noise  # RAISES-AT

    return augment


def main():
    device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
    augment = make_augment(0.1, (2, 3), device)
    net = nn.Linear(3, 1).to(device)
    return net(augment(torch.randn(2, 3, device=device)))


if __name__ == "__main__":
    main()
