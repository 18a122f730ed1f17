import json
import torch
from torch import nn


def read_prior(path, n):
    try:
        with open(path) as fh:
            return torch.tensor(json.load(fh))
    except OSError:
        return torch.ones(n) / n


class Calibrated:
    def __init__(self, net, path, device):
        self.net = net.to(device)
        self.prior = read_prior(path, 3)  # BUG: cpu-tensor-created
        self.device = device

    def __call__(self, x):
        p = self.net(x.to(self.device)).softmax(-1)
        return p / self.prior  # RAISES-AT


if __name__ == "__main__":
    Calibrated(nn.Linear(2, 3), "none.json", "cuda")(torch.randn(1, 2))
