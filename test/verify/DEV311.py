# RUN: %offside check --isolated --verify %s
# is_available without a call.
import torch


def tested():
    if torch.cuda.is_available:  # expect: DEV311
        return 1
    return 2 if torch.backends.mps.is_available else 3  # expect: DEV311


def negated():
    return not torch.accelerator.is_available  # expect: DEV311


def called():
    check = torch.cuda.is_available
    return torch.cuda.is_available() and check() and map(check, [])
