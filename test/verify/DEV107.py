# RUN: %offside check --isolated --verify %s
# Caches that outlive the device they were made for. Every function without parameters is run by the oracle.
import functools

import torch
from torch import nn

gpu = "cuda"
_tables = {}


def _by_size(x):
    if x.shape[0] not in _tables:
        _tables[x.shape[0]] = torch.arange(x.shape[0], device=x.device)
    return x + _tables[x.shape[0]]  # expect: DEV107


def global_dict():
    return _by_size(torch.ones(3)), _by_size(torch.ones(3, device=gpu))


_by_device = {}


def _by_size_and_device(x):
    key = (x.shape[0], x.device)
    if key not in _by_device:
        _by_device[key] = torch.arange(x.shape[0], device=x.device)
    return x + _by_device[key]


def device_in_the_key():
    return _by_size_and_device(torch.ones(3)), _by_size_and_device(torch.ones(3, device=gpu))


class Lazy(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = None

    def forward(self, x):
        if self.table is None:
            self.table = torch.arange(x.shape[0], device=x.device)
        return x + self.table  # expect: DEV107


def on_self():
    lazy = Lazy()
    return lazy(torch.ones(3)), lazy.to(gpu)(torch.ones(3, device=gpu))


class Careful(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = None

    def forward(self, x):
        if self.table is None or self.table.device != x.device:
            self.table = torch.arange(x.shape[0], device=x.device)
        return x + self.table


def asks_first():
    careful = Careful()
    return careful(torch.ones(3)), careful.to(gpu)(torch.ones(3, device=gpu))


class MovedAtUse(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = None

    def forward(self, x):
        if self.table is None:
            self.table = torch.arange(x.shape[0])
        return x + self.table.to(x.device)


def moved_at_use():
    module = MovedAtUse()
    return module(torch.ones(3)), module.to(gpu)(torch.ones(3, device=gpu))


@functools.lru_cache
def _steps(size, device):
    return torch.arange(size, device=device)


def cached_with_the_device():
    return [x + _steps(3, x.device) for x in (torch.ones(3), torch.ones(3, device=gpu))]
