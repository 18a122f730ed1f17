# RUN: %offside check --isolated --verify %s
# Index tensors. Every function here is run by the oracle: those with an `expect` fail there.
import torch

gpu = "cuda:0"


def accelerator_index():
    return torch.ones(5, device="cpu")[torch.arange(3, device=gpu)]  # expect: DEV108


def accelerator_mask():
    return torch.ones(5, device="cpu")[torch.ones(5, device=gpu) > 0]  # expect: DEV108


def in_a_tuple():
    return torch.ones(5, 5, device="cpu")[:, torch.arange(3, device=gpu)]  # expect: DEV108


def cpu_index():
    return torch.ones(5, device=gpu)[torch.arange(3)]


def zero_dimensional():
    return torch.ones(5, device="cpu")[torch.tensor(2, device=gpu)]


def numbers():
    index = torch.arange(3, device=gpu)
    x = torch.ones(5, device="cpu")
    return x[index.tolist()], x[1:3], x[..., None], x[[0, 2]]


def assignment_moves_indices():
    x = torch.zeros(5, device="cpu")
    x[torch.arange(3, device=gpu)] = torch.ones(3, device="cpu")
    x[torch.arange(3, device=gpu)] = 2.0
    return x


def gather_is_no_index():
    return torch.gather(torch.ones(5, device=gpu), 0, torch.arange(3, device=gpu))
