import torch
from torch import nn


class PosEnc(nn.Module):
    def __init__(self, dim, max_len=64, dropout=0.0, device=None):
        super().__init__()
        self.drop = nn.Dropout(dropout if isinstance(dropout, float) else 0.0)
        self.pe = torch.zeros(max_len, dim, device=device)

    def forward(self, x):
        return self.drop(x + self.pe[: x.size(1)])


class Model(nn.Module):
    def __init__(self, dim, device):
        super().__init__()
        self.inp = nn.Linear(dim, dim, device=device)
        self.pos = PosEnc(dim, 32, device=device)

    def forward(self, x):
        return self.pos(self.inp(x))


if __name__ == "__main__":
    Model(4, "cuda")(torch.randn(2, 5, 4, device="cuda"))
