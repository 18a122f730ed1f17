import torch
from torch import nn


class Inception(nn.Module):
    def __init__(self, cin):
        super().__init__()
        b1 = nn.Conv2d(cin, 2, 1)
        b3 = nn.Conv2d(cin, 2, 3, padding=1)
        self.branches = (b1, b3)  # BUG: unregistered-module-container
        self.mix = nn.Conv2d(4, 2, 1)

    def forward(self, x):
        return self.mix(torch.cat([b(x) for b in self.branches], dim=1))  # RAISES-AT


if __name__ == "__main__":
    args_device = "cuda"
    Inception(3).to(args_device)(torch.rand(1, 3, 4, 4, device=args_device))
