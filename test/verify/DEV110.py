# RUN: %offside check --isolated --verify %s
# Optimizers and moving models. Every function without parameters is run by the oracle.
import torch
from torch import nn

gpu = "cuda"


def _step(model, optimizer):
    model(torch.ones(2, 3, device=gpu)).sum().backward()
    optimizer.step()


def eager_state():
    model = nn.Linear(3, 1)
    optimizer = torch.optim.Adagrad(model.parameters())  # expect: DEV110
    model.to(gpu)
    _step(model, optimizer)


def lazy_state():
    model = nn.Linear(3, 1)
    optimizer = torch.optim.Adam(model.parameters())
    model.to(gpu)
    _step(model, optimizer)


def momentum():
    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    model.cuda()
    _step(model, optimizer)


def moved_first():
    model = nn.Linear(3, 1).to(gpu)
    optimizer = torch.optim.Adagrad(model.parameters())
    _step(model, optimizer)


def never_moved():
    model = nn.Linear(3, 1)
    optimizer = torch.optim.Adagrad(model.parameters())
    model(torch.ones(2, 3)).sum().backward()
    optimizer.step()
