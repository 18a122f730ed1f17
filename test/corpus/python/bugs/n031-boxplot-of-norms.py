import matplotlib.pyplot as plt
import torch
from torch import nn


class GradientWatcher:
    def __init__(self, model):
        self.model = model
        self.norms = []

    def snapshot(self):
        for name, p in self.model.named_parameters():
            if p.grad is not None:
                self.norms.append(p.grad.norm())  # BUG: numpy-cuda

    def draw(self, path):
        plt.figure()
        plt.plot(self.norms)  # RAISES-AT
        plt.savefig(path)


def run(device):
    net = nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 1)).to(device)
    watcher = GradientWatcher(net)
    net(torch.randn(2, 3, device=device)).sum().backward()
    watcher.snapshot()
    watcher.draw("norms.png")


if __name__ == "__main__":
    run(torch.device("cuda"))
