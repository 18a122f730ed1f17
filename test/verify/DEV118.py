# RUN: %offside check --isolated --verify %s
# The number that get_device() gives. Every function without parameters is run by the oracle.
import torch


def _back(x):
    where = x.get_device()
    return torch.zeros(3).to(where)  # expect: DEV118


def of_a_cpu_tensor():
    return _back(torch.ones(3))


def _made_there(x):
    return torch.zeros(3, device=x.get_device())  # expect: DEV118


def as_an_argument():
    return _made_there(torch.ones(3))


def _checked(x):
    if x.is_cuda:
        return torch.zeros(3, device=x.get_device())
    index = x.get_device()
    if index >= 0:
        return torch.zeros(3, device=index)
    return torch.zeros(3, device=x.device)


def behind_a_check():
    return _checked(torch.ones(3)), torch.ones(3).get_device() == -1
