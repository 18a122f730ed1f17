# RUN: %offside check --isolated --verify %s
# Moves whose result is dropped.
import torch
from torch import nn


def moved_nowhere(device):
    x = torch.ones(3)
    x.to(device)  # expect: DEV104
    x.cuda()  # expect: DEV104
    x.cpu()  # expect: DEV104
    x.detach()  # expect: DEV104
    return x


def in_a_loop(device):
    parts = [torch.ones(3), torch.ones(2)]
    for part in parts:
        part.to(device)  # expect: DEV104
    return parts


def elements(device):
    batch = {"x": torch.ones(3)}
    batch["x"].to(device)  # expect: DEV104
    return batch


def modules_move_in_place(device):
    model = nn.Sequential(nn.Linear(3, 3))
    model.to(device)
    model.half()
    nn.ModuleList([model]).cpu()
    criterion = nn.CrossEntropyLoss()
    criterion.to(device)
    return model


class Net(nn.Module):
    def __init__(self, device):
        super().__init__()
        self.layer = nn.Linear(2, 2)
        self.to(device)


class Job:
    def to(self, device):
        self.device = device
        return self

    def cuda(self):
        return self.to("cuda")


def own_types(device):
    job = Job()
    job.to(device)
    job.cuda()
    return job


def kept(device):
    x = torch.ones(3)
    x = x.to(device)
    y = x.cpu()
    x.requires_grad_()
    return x, y, [part.to(device) for part in (x, y)]


def unknown_type(batch, device):
    batch.to(device)
    return batch
