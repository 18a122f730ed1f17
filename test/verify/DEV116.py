# RUN: %offside check --isolated --verify %s
# Functions that take a device.
import torch


def ignored(n, device):
    return torch.zeros(n)  # expect: DEV116


def used_for_some(n, device="cuda"):
    mask = torch.ones(n, dtype=torch.bool)
    return torch.zeros(n, device=device), mask


def used(n, device=None):
    return torch.zeros(n, device=device)


def moved(n, device):
    x = torch.zeros(n)
    x[0] = 1
    return x.to(device)


def in_a_context(n, device):
    with torch.device(device):
        return torch.zeros(n)


def only_inside(n, device):
    order = torch.randperm(n).tolist()
    return torch.tensor(order, device=device)


def handed_on(n, device):
    return used(n, device=device)
