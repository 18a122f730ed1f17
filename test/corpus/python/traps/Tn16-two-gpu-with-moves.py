import torch
from torch import nn


class Pipe(nn.Module):
    def __init__(self, devices=("cuda:0", "cuda:1")):
        super().__init__()
        self.devices = devices
        self.parts = nn.ModuleList(nn.Linear(3, 3).to(d) for d in devices)

    def forward(self, x):
        for d, part in zip(self.devices, self.parts):
            x = part(x.to(d))
        return x


if __name__ == "__main__":
    if torch.cuda.device_count() > 1:
        out = Pipe()(torch.randn(2, 3))
        (out - torch.zeros(2, 3, device=out.device)).sum().backward()
