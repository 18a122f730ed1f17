# RUN: %offside check --isolated --verify %s
# Modules and parameters in plain containers. Every function without parameters is run by the oracle.
import torch
from torch import nn

gpu = "cuda"


class PlainList(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = [nn.Linear(3, 3), nn.Linear(3, 3)]  # expect: DEV106

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)  # expect: DEV101
        return x


def plain_list():
    return PlainList().to(gpu)(torch.ones(2, 3, device=gpu))


class Appended(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = []  # expect: DEV106
        for _ in range(2):
            self.blocks.append(nn.Linear(3, 3))

    def forward(self, x):
        return self.blocks[1](self.blocks[0](x))  # expect: DEV101, DEV101


def appended():
    return Appended().to(gpu)(torch.ones(2, 3, device=gpu))


class PlainDict(nn.Module):
    def __init__(self):
        super().__init__()
        self.heads = {"a": nn.Linear(3, 1), "b": nn.Linear(3, 1)}  # expect: DEV106

    def forward(self, x):
        return self.heads["a"](x) + self.heads["b"](x)  # expect: DEV101, DEV101


def plain_dict():
    return PlainDict().to(gpu)(torch.ones(2, 3, device=gpu))


class Parameters(nn.Module):
    def __init__(self):
        super().__init__()
        self.gains = [nn.Parameter(torch.ones(3)) for _ in range(2)]  # expect: DEV106

    def forward(self, x):
        return x * self.gains[0] * self.gains[1]  # expect: DEV101, DEV101


def parameters():
    return Parameters().to(gpu)(torch.ones(2, 3, device=gpu))


class Fine(nn.Module):
    def __init__(self):
        super().__init__()
        layers = [nn.Linear(3, 3)]
        layers += [nn.ReLU(), nn.Linear(3, 3)]
        self.body = nn.Sequential(*layers)
        self.list = nn.ModuleList([nn.Linear(3, 3) for _ in range(2)])
        self.dict = nn.ModuleDict({"a": nn.Linear(3, 3)})
        self.gains = nn.ParameterList([nn.Parameter(torch.ones(3))])
        self.first, self.second = nn.Linear(3, 3), nn.Linear(3, 3)
        self.both = [self.first, self.second]
        self.sizes = [3, 3]
        self.activations = {"relu": torch.relu}

    def forward(self, x):
        x = self.dict["a"](self.body(x)) * self.gains[0]
        for layer in (*self.list, *self.both):
            x = self.activations["relu"](layer(x))
        return x


def fine():
    return Fine().to(gpu)(torch.ones(2, 3, device=gpu))
