# RUN: %offside check --isolated --verify %s
# Weights of losses. Every function here is run by the oracle: those with an `expect` fail there.
import torch
import torch.nn.functional as F
from torch import nn

gpu = "cuda"


def cross_entropy():
    criterion = nn.CrossEntropyLoss(weight=torch.ones(3))
    return criterion(torch.ones(2, 3, device=gpu), torch.tensor([0, 1], device=gpu))  # expect: DEV120


def functional():
    weight = torch.ones(3)
    scores, labels = torch.ones(2, 3, device=gpu), torch.tensor([0, 1], device=gpu)
    return F.cross_entropy(scores, labels, weight=weight)  # expect: DEV120


def pos_weight():
    criterion = nn.BCEWithLogitsLoss(pos_weight=torch.ones(3))
    return criterion(torch.ones(2, 3, device=gpu), torch.ones(2, 3, device=gpu))  # expect: DEV120


def a_scalar_pos_weight():
    criterion = nn.BCEWithLogitsLoss(pos_weight=torch.tensor(2.0))
    return criterion(torch.ones(2, 3, device=gpu), torch.ones(2, 3, device=gpu))


def moved_criterion():
    criterion = nn.CrossEntropyLoss(weight=torch.ones(3))
    criterion.to(gpu)
    return criterion(torch.ones(2, 3, device=gpu), torch.tensor([0, 1], device=gpu))


def moved_weight():
    criterion = nn.CrossEntropyLoss(weight=torch.ones(3).to(gpu))
    return criterion(torch.ones(2, 3, device=gpu), torch.tensor([0, 1], device=gpu))


def no_weight():
    return nn.CrossEntropyLoss()(torch.ones(2, 3, device=gpu), torch.tensor([0, 1], device=gpu))


class Task(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(3, 3)
        self.criterion = nn.CrossEntropyLoss(weight=torch.ones(3))

    def forward(self, x, y):
        return self.criterion(self.head(x), y)


def part_of_the_model():
    return Task().to(gpu)(torch.ones(2, 3, device=gpu), torch.tensor([0, 1], device=gpu))
