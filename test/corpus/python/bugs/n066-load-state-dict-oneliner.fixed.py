import os
import torch
from torch import nn


def build(weights=None, device="cpu"):
    net = nn.Conv1d(1, 2, 3)
    if weights and os.path.exists(weights):
        net.load_state_dict(torch.load(weights, map_location=device, weights_only=True))
    return net.to(device).eval()


if __name__ == "__main__":
    with torch.no_grad():
        build("missing.pt")(torch.randn(1, 1, 8))
