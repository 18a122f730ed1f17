# RUN: %offside check --isolated --verify %s
# Context managers of devices.
import contextlib

import torch


def statements(rank, stream):
    torch.accelerator.device_index(rank)  # expect: DEV309
    torch.cuda.device(rank)  # expect: DEV309
    torch.cuda.stream(stream)  # expect: DEV309


def used(rank, stream):
    with torch.accelerator.device_index(rank):
        pass
    with torch.cuda.device(rank), torch.cuda.stream(stream):
        pass
    with contextlib.ExitStack() as stack:
        stack.enter_context(torch.cuda.device(rank))
    manager = torch.cuda.device(rank)
    torch.accelerator.set_device_index(rank)
    torch.cuda.set_device(rank)
    return manager
