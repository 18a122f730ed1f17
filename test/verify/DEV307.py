# RUN: %offside check --isolated --verify %s
# current_accelerator() without an accelerator. Every function without parameters is run by the oracle.
import unittest

import torch


def attribute():
    return torch.accelerator.current_accelerator().type  # expect: DEV307


def attribute_of_a_variable():
    accelerator = torch.accelerator.current_accelerator()
    return accelerator.type  # expect: DEV307


def checked():
    accelerator = torch.accelerator.current_accelerator()
    return accelerator.type if accelerator is not None else "cpu"


def behind_is_available():
    if torch.accelerator.is_available():
        return torch.accelerator.current_accelerator().type
    return "cpu"


def with_a_fallback():
    device = torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")
    return torch.zeros(2, device=device)


def behind_another_test():
    if torch.cuda.is_available():
        return torch.accelerator.current_accelerator().type
    return "cpu"


def behind_a_count():
    if torch.cuda.device_count() > 1:
        return torch.accelerator.current_accelerator().type
    return "cpu"


@unittest.skipIf(not torch.accelerator.is_available(), "needs an accelerator")
def _left_out():
    return torch.accelerator.current_accelerator().type


@unittest.skipUnless(torch.cuda.is_available(), "needs a GPU")
def _left_out_as_well():
    return torch.accelerator.current_accelerator().type


def with_an_index(rank):
    return torch.device(torch.accelerator.current_accelerator().type, rank)


def early_return():
    accelerator = torch.accelerator.current_accelerator(check_available=True)
    if accelerator is None:
        return "cpu"
    return accelerator.type


def _newer(version):
    if isinstance(version, str):
        version = parse(version)
    return compare(version)


def after_another_test(version):
    current = torch.accelerator.current_accelerator()
    return _newer(version) and current is not None and current.type == "cuda"
