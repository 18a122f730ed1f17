import torch
from torch import nn


class Ensemble:
    def __init__(self, models):
        self.models = models

    def gather(self, x, device):
        target = torch.device(device)
        outs = []
        for m in self.models:
            y = m(x)
            if y.device.type == "cuda":
                y = y.cpu()
            outs.append(y.detach().numpy())
        return outs


if __name__ == "__main__":
    Ensemble([nn.Linear(2, 1).cuda()]).gather(torch.randn(3, 2).cuda(), "cpu")
