import torch
from torch import nn


class Trainer:
    def __init__(self, model, lr=0.1):
        self.model = model
        self.device = torch.device("cuda")
        self.model.to(self.device)
        self.opt = torch.optim.Adagrad(self.model.parameters(), lr=lr)

    def step(self, x):
        self.opt.zero_grad()
        self.model(x.to(self.device)).sum().backward()
        self.opt.step()


if __name__ == "__main__":
    Trainer(nn.Linear(2, 1)).step(torch.randn(3, 2))
