import torch
from torch import nn


class CausalBlock(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.proj = nn.Linear(dim, dim)
        self._mask = None

    def _causal(self, n):
        if self._mask is None or self._mask.size(0) < n:
            self._mask = torch.triu(torch.ones(n, n), diagonal=1).bool()  # BUG: stale-cache-device
        return self._mask[:n, :n]

    def forward(self, x):
        att = x @ self.proj(x).transpose(1, 2)
        att = att.masked_fill(self._causal(x.size(1)), float("-inf"))  # RAISES-AT
        return att.softmax(-1) @ x


if __name__ == "__main__":
    CausalBlock(4).to("cuda")(torch.randn(2, 3, 4, device="cuda"))
