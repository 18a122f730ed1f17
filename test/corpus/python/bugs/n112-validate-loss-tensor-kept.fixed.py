import torch
from torch import nn


class Runner:
    def __init__(self, net):
        self.net = net
        self.opt = torch.optim.SGD(net.parameters(), 0.1)
        self.train_losses = []

    def run_epoch(self, loader):
        total = torch.zeros(())
        for x, y in loader:
            out = self.net(x)
            loss = nn.functional.mse_loss(out, y)
            self.opt.zero_grad()
            loss.backward()
            self.opt.step()
            total = total + loss.detach()
        self.train_losses.append(float(total))


if __name__ == "__main__":
    Runner(nn.Linear(2, 1)).run_epoch([(torch.randn(3, 2), torch.randn(3, 1))])
