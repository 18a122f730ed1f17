import argparse
import torch
from torch import nn


class Trainer:
    def __init__(self, args):
        self.args = args
        self.net = nn.Linear(4, 4).to(args.device)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=args.lr)

    def _triplets(self, n):
        anchors = torch.randint(0, 4, (n,), device=self.args.device)
        return nn.functional.one_hot(anchors, 4).float()

    def step(self, n=3):
        x = self._triplets(n)
        loss = self.net(x).sum()
        loss.backward()
        self.opt.step()


if __name__ == "__main__":
    ap = argparse.ArgumentParser()
    ap.add_argument("--device", default="cuda")
    ap.add_argument("--lr", type=float, default=0.1)
    Trainer(ap.parse_args([])).step()
