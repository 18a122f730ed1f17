# RUN: %offside check --isolated --verify %s
# Plain tensor attributes of modules. Every function without parameters is run by the oracle.
import torch
from torch import nn

gpu = "cuda"


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)
        self.mask = torch.tril(torch.ones(3, 3))

    def forward(self, x):
        return self.layer(x) @ self.mask  # expect: DEV105


def plain():
    return Plain().to(gpu)(torch.ones(2, 3, device=gpu))


class ByHelper(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(3))
        self._prepare()

    def _prepare(self):
        self.offset = torch.zeros(3)

    def forward(self, x):
        return self.shift(x) * self.scale

    def shift(self, x):
        return x + self.offset  # expect: DEV105


def by_helper():
    return ByHelper().to(gpu)(torch.ones(2, 3, device=gpu))


class Derived(Plain):
    def forward(self, x):
        return x @ self.mask  # expect: DEV105


def inherited():
    return Derived().to(gpu)(torch.ones(2, 3, device=gpu))


class Registered(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mask", torch.ones(3))
        self.register_buffer("other", torch.ones(3), persistent=False)
        self.third = nn.Buffer(torch.ones(3))
        self.weight = nn.Parameter(torch.ones(3))
        for name in ("a", "b"):
            self.register_buffer(name, torch.ones(3))

    def forward(self, x):
        return x * self.mask * self.other * self.third * self.weight * self.a * getattr(self, "b")


def registered():
    return Registered().to(gpu)(torch.ones(2, 3, device=gpu))


class MovedAtUse(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)
        self.mask = torch.ones(3)
        self.floor = torch.tensor(1e-3)

    def forward(self, x):
        y = self.layer(x) * self.mask.to(x.device) + self.floor
        self.mask = self.mask.to(x.device)
        return y * self.mask


def moved_at_use():
    return MovedAtUse().to(gpu)(torch.ones(2, 3, device=gpu))


class OwnApply(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)
        self.mask = torch.ones(3)

    def _apply(self, fn, recurse=True):
        super()._apply(fn, recurse)
        self.mask = fn(self.mask)
        return self

    def forward(self, x):
        return self.layer(x) * self.mask


def own_apply():
    return OwnApply().to(gpu)(torch.ones(2, 3, device=gpu))


class OnTheHost(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)
        self.sizes = torch.tensor([1, 2])

    def forward(self, x):
        first, second = self.sizes.tolist()
        return self.layer(x).split([first, second], dim=-1)[0] * len(self.sizes)


def on_the_host():
    return OnTheHost().to(gpu)(torch.ones(2, 3, device=gpu))
