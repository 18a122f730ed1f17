import torch
from torch import nn


class Meter:
    def __init__(self):
        self.total, self.n = 0.0, 0

    def update(self, value, n=1):
        self.total += float(value) * n
        self.n += n


def train(net, batches, opt):
    m = Meter()
    for x in batches:
        loss = net(x).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        m.update(loss.detach(), len(x))
        m.update(loss)
    return m.total / m.n


if __name__ == "__main__":
    net = nn.Linear(2, 1)
    train(net, [torch.randn(3, 2)], torch.optim.SGD(net.parameters(), 0.1))
