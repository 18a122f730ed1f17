import torch
from torch import nn


class Runner:
    def __init__(self, device):
        self.device = torch.device(device)
        self.net = nn.Linear(2, 2).to(self.device)

    def step(self, x):
        with torch.autocast(self.device.type, dtype=torch.bfloat16):
            return self.net(x.to(self.device))


if __name__ == "__main__":
    Runner("cuda" if torch.cuda.is_available() else "cpu").step(torch.randn(1, 2))
