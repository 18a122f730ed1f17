import torch
from torch import nn


class Fuse(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.dim = dim
        self.out = nn.Linear(dim, 2)

    def forward(self, a, b):
        if a.shape[-1] != self.dim:
            a = nn.Linear(a.shape[-1], self.dim, device=a.device)(a)
        return self.out(a + b)


if __name__ == "__main__":
    device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
    Fuse(3).to(device)(torch.randn(2, 5, device=device), torch.randn(2, 3, device=device))
