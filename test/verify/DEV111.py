# RUN: %offside check --isolated --verify %s
# Parameters that are moved after they were wrapped.
import torch
from torch import nn


class Lost(nn.Module):
    def __init__(self, device):
        super().__init__()
        self.a = nn.Parameter(torch.ones(3)).to(device)  # expect: DEV111
        self.b = nn.Parameter(torch.ones(3)).cuda()  # expect: DEV111
        self.c = torch.nn.Parameter(torch.ones(3), requires_grad=True).to(device)  # expect: DEV111


class Kept(nn.Module):
    def __init__(self, device):
        super().__init__()
        self.a = nn.Parameter(torch.ones(3).to(device))
        self.b = nn.Parameter(torch.ones(3, device=device))
        self.c = nn.Parameter(torch.ones(3))
        self.layer = nn.Linear(3, 3).to(device)
        self.to(device)


def local(device):
    weight = nn.Parameter(torch.ones(3)).to(device)
    return weight * 2
