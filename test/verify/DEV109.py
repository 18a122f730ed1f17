# RUN: %offside check --isolated --verify %s
# Two accelerators. Every function here is run by the oracle: those with an `expect` fail there.
import torch
from torch import nn


def explicit():
    return torch.ones(3, device="cuda:0") + torch.ones(3, device="cuda:1")  # expect: DEV109


def not_even_a_scalar():
    return torch.ones(3, device="cuda:0") * torch.tensor(2.0, device="cuda:1")  # expect: DEV109


def default_index():
    return torch.ones(3, device="cuda") + torch.ones(3, device="cuda:1")  # expect: DEV109


def same_index():
    return torch.ones(3, device="cuda") + torch.ones(3, device="cuda:0")


def current_device():
    with torch.cuda.device(1):
        x = torch.ones(3, device="cuda")
    return x + torch.ones(3, device="cuda:1")


def set_device():
    torch.cuda.set_device(1)
    return torch.ones(3, device="cuda") + torch.ones(3, device="cuda:1")


def model_and_input():
    model = nn.Linear(3, 2).to("cuda:1")
    return model(torch.ones(1, 3, device="cuda:0"))  # expect: DEV109


def moved():
    x, y = torch.ones(3, device="cuda:0"), torch.ones(3, device="cuda:1")
    return x + y.to(x.device), x.copy_(y), x.to("cuda:1") + y


def by_number():
    return torch.ones(3).cuda(0) + torch.ones(3).cuda(1)  # expect: DEV109
