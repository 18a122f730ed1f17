import torch
from torch import nn


class AverageMeter:
    def __init__(self):
        self.sum, self.count = 0.0, 0

    def update(self, value, n=1):
        self.sum += value * n  # RAISES-AT
        self.count += n

    @property
    def avg(self):
        return self.sum / max(self.count, 1)


def train(model, loader, opt):
    meter = AverageMeter()
    for x, y in loader:
        loss = nn.functional.cross_entropy(model(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        meter.update(loss, x.size(0))  # BUG: graph-retained
    return meter.avg


if __name__ == "__main__":
    m = nn.Linear(3, 2)
    train(m, [(torch.randn(4, 3), torch.tensor([0, 1, 0, 1]))], torch.optim.SGD(m.parameters(), 0.1))
