# RUN: %offside check --isolated --verify %s
# Factories without `device=`. Every function without parameters is run by the oracle.
import numpy as np
import torch
from torch import nn

gpu = "cuda"


def _positions(x):
    return x + torch.arange(x.shape[0])  # expect: DEV102


def a_helper():
    return _positions(torch.ones(4, device=gpu))


def _positions_there(x):
    return x + torch.arange(x.shape[0], device=x.device)


def a_helper_that_asks():
    return _positions_there(torch.ones(4, device=gpu))


def _like(x):
    noise = torch.randn_like(x) + x.new_zeros(4) + x.new_tensor([1.0, 2.0, 3.0, 4.0])
    return noise + torch.tensor(2.0) * x


def of_the_input():
    return _like(torch.ones(4, device=gpu))


def _masked(scores):
    keep = torch.from_numpy(np.tril(np.ones((4, 4)))).bool()
    return scores.masked_fill(~keep, 0.0)  # expect: DEV102


def from_numpy():
    return _masked(torch.ones(4, 4, device=gpu))


class Sum(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(4))

    def forward(self, rows):
        total = torch.zeros(4)
        for row in rows:
            total = total + row * self.weight  # expect: DEV102
        return total


def a_module():
    return Sum().to(gpu)(torch.ones(2, 4, device=gpu))


class SumThere(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(4))

    def forward(self, rows):
        total = torch.zeros(4, device=self.weight.device)
        for row in rows:
            total += row * self.weight
        return total


def a_module_that_asks():
    return SumThere().to(gpu)(torch.ones(2, 4, device=gpu))


def _lookup(table, rows):
    return table[torch.arange(rows)]


def an_index_from_the_cpu():
    return _lookup(torch.ones(4, 2, device=gpu), 3)


def _filled(x):
    out = x.clone()
    out[1:3] = torch.zeros(2)
    return out


def assigned_into_a_slice():
    return _filled(torch.ones(4, device=gpu))


def _joined(x):
    return torch.cat([x, torch.zeros(1)])  # expect: DEV102


def in_a_list():
    return _joined(torch.ones(4, device=gpu))


def _all_on_the_cpu(x):
    return x.cpu() + torch.arange(4)


def after_cpu():
    return _all_on_the_cpu(torch.ones(4, device=gpu))


def keywords_may_name_the_device(n, x: torch.Tensor, **kwargs):
    return torch.equal(torch.randperm(n, **kwargs), x)


class _Grid(torch.nn.Module):
    anchors = torch.empty(0)

    def place(self, x):
        self.anchors = make_anchors(x)

    def forward(self, x):
        return x * self.anchors


class _CountdownOnFirstCall:
    def __init__(self, frames):
        self.frames = frames
        self.remaining = None

    def __call__(self, x: torch.Tensor):
        if self.remaining is None:
            self.remaining = torch.full((3,), -1, device=x.device)
            if not isinstance(self.frames, torch.Tensor):
                self.frames = torch.full((3,), self.frames)
            self.frames = self.frames.to(x.device)
        return torch.where(self.remaining < x, self.frames, self.remaining)


class _Guidance:
    def embedding(self, w: torch.Tensor):
        return w[:, None] * torch.arange(4)[None, :]

    def run(self, scale, device):
        return self.embedding(scale).to(device)


def moved_to_the_type_of_a_device(layer, x: torch.Tensor):
    return x.float().matmul(torch.eye(4).to(next(iter(layer.parameters())).device.type))
