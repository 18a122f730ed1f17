import torch
from torch import nn


def scatter_mean(src, index, dim_size):
    out = src.new_zeros(dim_size, src.size(1))
    out.index_add_(0, index, src)
    count = torch.zeros(dim_size)  # BUG: cpu-tensor-created
    count.index_add_(0, index, torch.ones_like(index, dtype=src.dtype))  # RAISES-AT
    return out / count.clamp(min=1)[:, None]


class Readout(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.lin = nn.Linear(dim, dim)

    def forward(self, x, batch):
        n = int(batch.max()) + 1
        return scatter_mean(self.lin(x), batch, n)


if __name__ == "__main__":
    d = torch.device("cuda")
    Readout(3).to(d)(torch.randn(4, 3, device=d), torch.tensor([0, 0, 1, 1], device=d))
