import torch
from torch import nn


class Rotary(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.register_buffer("inv", 1.0 / 10 ** torch.arange(0, dim, 2).float())
        self.cos = None

    def table(self, x):
        n = x.size(1)
        if self.cos is None or self.cos.size(0) < n or self.cos.device != x.device:
            t = torch.arange(n, device=x.device, dtype=self.inv.dtype)
            self.cos = torch.outer(t, self.inv).cos()
        return self.cos[:n]

    def forward(self, x):
        return x[..., ::2] * self.table(x)


if __name__ == "__main__":
    r = Rotary(4)
    r(torch.randn(1, 3, 4))
    if torch.cuda.is_available():
        r.cuda()(torch.randn(1, 3, 4).cuda())
