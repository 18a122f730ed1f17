# RUN: %offside check --isolated --verify %s
# Generators. Every function here is run by the oracle: those with an `expect` fail there.
import torch
from torch.utils.data import DataLoader, TensorDataset, random_split

gpu = "cuda"


def cpu_generator():
    g = torch.Generator()
    return torch.rand(3, generator=g, device=gpu)  # expect: DEV112


def gpu_generator():
    g = torch.Generator(device=gpu)
    g.manual_seed(1)
    return torch.randn(3, generator=g)  # expect: DEV112


def seeded_in_one_go():
    return torch.randn(3, generator=torch.Generator(gpu).manual_seed(1))  # expect: DEV112


def both_there():
    return torch.randn(3, generator=torch.Generator(device=gpu), device=gpu)


def both_here():
    return torch.randn(3, generator=torch.Generator().manual_seed(1)).to(gpu)


def split():
    data = TensorDataset(torch.arange(4))
    return random_split(data, [2, 2], generator=torch.Generator(device=gpu))  # expect: DEV112


def split_here():
    return random_split(TensorDataset(torch.arange(4)), [2, 2], generator=torch.Generator().manual_seed(1))


def permutation():
    return torch.randperm(4, generator=torch.Generator(device=gpu))  # expect: DEV112


def in_place():
    return torch.ones(3, device=gpu).normal_(generator=torch.Generator(device=gpu))


def loader_here():
    data = TensorDataset(torch.arange(4))
    return list(DataLoader(data, shuffle=True, generator=torch.Generator().manual_seed(0)))
