import torch
from torch import nn


class MoE(nn.Module):
    def __init__(self, experts, dim):
        super().__init__()
        self.experts = nn.ModuleList(nn.Sequential(nn.Linear(dim, dim), nn.GELU()) for _ in range(experts))
        self.gate = nn.Linear(dim, experts)

    def forward(self, x):
        w = self.gate(x).softmax(-1)
        ys = torch.stack([e(x) for e in self.experts], dim=-1)
        return (ys * w.unsqueeze(-2)).sum(-1)


if __name__ == "__main__":
    device = torch.device("cuda")
    MoE(2, 3).to(device)(torch.randn(4, 3, device=device))
