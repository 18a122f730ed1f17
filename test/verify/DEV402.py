# RUN: %offside check --isolated --verify %s
# Evaluation with grad mode on.
import torch
from torch import nn


def evaluate(loader):
    model = nn.Linear(4, 3)
    model.eval()
    hits = 0
    for x, y in loader:
        hits += (model(x).argmax(-1) == y).sum().item()  # expect: DEV402
    return hits


def no_grad_alone(loader):
    model = nn.Linear(4, 3)
    model.eval()
    hits = 0
    for x, y in loader:
        torch.no_grad()  # expect: DEV309
        hits += (model(x).argmax(-1) == y).sum().item()  # expect: DEV402
    return hits


@torch.no_grad()
def decorated(model: nn.Module, loader):
    model.eval()
    return [model(x).argmax(-1) for x in loader]


def in_a_context(model: nn.Module, loader):
    model.eval()
    with torch.inference_mode():
        return [model(x).argmax(-1) for x in loader]


def a_flag(model: nn.Module, loader, train):
    model.train(train)
    for x in loader:
        with torch.set_grad_enabled(train):
            model(x)


def training(model: nn.Module, loader):
    model.train()
    for x in loader:
        model(x).sum().backward()


def adversarial(model: nn.Module, loader):
    model.eval()
    for x in loader:
        x.requires_grad_()
        model(x).sum().backward()
        yield x + x.grad.sign()


def one_pass(model: nn.Module, x):
    model.eval()
    return model(x)
