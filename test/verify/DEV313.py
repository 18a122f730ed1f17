# RUN: %offside check --isolated --verify --select DEV313 %s
# DataParallel.
import torch
from torch import nn
from torch.nn.parallel import DataParallel, DistributedDataParallel


def wrapped(model):
    return nn.DataParallel(model)  # expect: DEV313


def with_devices(model):
    return torch.nn.DataParallel(model, device_ids=[0, 1]).cuda()  # expect: DEV313


def imported(model):
    return DataParallel(model)  # expect: DEV313


def a_check(model):
    return model.module if isinstance(model, nn.DataParallel) else model


def distributed(model):
    return DistributedDataParallel(model)
