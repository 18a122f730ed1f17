from functools import partial
import torch
from torch import nn


def scale(x, weights, power=1):
    return x * weights ** power  # RAISES-AT


def build_pipeline(width, device):
    weights = torch.linspace(0, 1, width)  # BUG: cpu-tensor-created
    return [partial(scale, weights=weights), partial(torch.clamp, min=0.0)]


def run(device):
    net = nn.Linear(4, 4).to(device)
    x = net(torch.randn(2, 4, device=device))
    for stage in build_pipeline(4, device):
        x = stage(x)
    return x


if __name__ == "__main__":
    run(torch.device("cuda"))
