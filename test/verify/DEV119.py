# RUN: %offside check --isolated --verify %s
# Devices where something else belongs. Every function without parameters is run by the oracle.
import torch
from torch import nn

gpu = torch.device("cuda")


def a_size():
    return torch.zeros(2, 3, gpu)  # expect: DEV119


def another_size():
    return torch.ones(3, gpu)  # expect: DEV119


def by_name():
    return torch.zeros(2, 3, device=gpu)


def where_it_belongs():
    x = torch.ones(3)
    return x.to(gpu), x.cuda(gpu), torch.as_tensor([1.0], device=gpu), nn.Linear(2, 2).to(gpu)
