import math
import torch
from torch import nn


def sinusoid(t, width):
    half = width // 2
    freqs = torch.exp(-math.log(10000) * torch.arange(half) / half)  # BUG: cpu-tensor-created
    args = t[:, None].float() * freqs[None]  # RAISES-AT
    return torch.cat([args.cos(), args.sin()], dim=-1)


class TimeMLP(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.width = width
        self.mlp = nn.Sequential(nn.Linear(width, 16), nn.SiLU(), nn.Linear(16, width))

    def forward(self, t):
        return self.mlp(sinusoid(t, self.width))


def main(cfg):
    dev = torch.device(cfg["device"])
    net = TimeMLP().to(dev)
    t = torch.randint(0, 100, (3,), device=dev)
    return net(t).sum()


if __name__ == "__main__":
    main({"device": "cuda"})
