from functools import lru_cache
import torch
from torch import nn


@lru_cache(maxsize=None)
def relative_positions(n):
    r = torch.arange(n)  # BUG: stale-cache-device
    return (r[:, None] - r[None]).abs()


class AlibiAttention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.qk = nn.Linear(dim, 2 * dim)
        self.slope = nn.Parameter(torch.tensor([0.5]))

    def forward(self, x):
        q, k = self.qk(x).chunk(2, -1)
        scores = q @ k.transpose(-2, -1)
        scores = scores - self.slope * relative_positions(x.size(1))  # RAISES-AT
        return scores.softmax(-1) @ x


if __name__ == "__main__":
    dev = torch.device("cuda")
    AlibiAttention(4).to(dev)(torch.randn(2, 3, 4, device=dev))
