import torch
from torch import nn


class SelfAttention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.proj = nn.Linear(dim, dim)

    def bias(self, x):
        n = x.size(1)
        return torch.arange(n, device=x.get_device()).float()  # BUG: get-device-minus-one

    def forward(self, x):
        scores = self.proj(x) @ x.transpose(1, 2) + self.bias(x)
        return scores.softmax(-1) @ x


if __name__ == "__main__":
    SelfAttention(4)(torch.randn(2, 3, 4))
