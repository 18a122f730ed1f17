import torch


def good():
    x = torch.ones(3)
    x.to("cuda")


def bad(:
    y = torch.ones(3
