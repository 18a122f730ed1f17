# RUN: %offside check --isolated --verify --select DEV304 %s
# Automatic mixed precision under its old names.
import functools

import torch
from torch.cuda.amp import GradScaler as Scaler
from torch.cuda import amp


def a_context(model, x):
    with torch.cuda.amp.autocast():  # expect: DEV304
        return model(x)


def with_arguments(model, x, enabled):
    with amp.autocast(enabled, dtype=torch.float16):  # expect: DEV304
        return model(x)


def a_scaler(enabled):
    return Scaler(enabled=enabled)  # expect: DEV304


def a_check(scaler):
    return isinstance(scaler, torch.cuda.amp.GradScaler)  # expect: DEV304


@torch.cuda.amp.autocast()  # expect: DEV304
def decorated(model, x):
    return model(x)


class Twice(torch.autograd.Function):
    @staticmethod
    @torch.cuda.amp.custom_fwd  # expect: DEV304
    def forward(context, x):
        return x * 2

    @staticmethod
    @torch.cuda.amp.custom_bwd  # expect: DEV304
    def backward(context, gradient):
        return gradient * 2


def arguments_from_elsewhere(model, x, options):
    with torch.cuda.amp.autocast(**options):
        return model(x)


def a_class_as_a_value():
    return functools.partial(torch.cuda.amp.autocast, dtype=torch.float16)


def the_new_names(model, x):
    scaler = torch.amp.GradScaler(x.device.type)
    with torch.amp.autocast(x.device.type):
        return scaler.scale(model(x))
