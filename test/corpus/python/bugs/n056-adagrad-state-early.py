import torch
from torch import nn


class Trainer:
    def __init__(self, model, lr=0.1):
        self.model = model
        self.opt = torch.optim.Adagrad(self.model.parameters(), lr=lr)  # BUG: optimizer-before-move
        self.device = torch.device("cuda")
        self.model.to(self.device)

    def step(self, x):
        self.opt.zero_grad()
        self.model(x.to(self.device)).sum().backward()
        self.opt.step()  # RAISES-AT


if __name__ == "__main__":
    Trainer(nn.Linear(2, 1)).step(torch.randn(3, 2))
