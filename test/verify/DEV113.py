# RUN: %offside check --isolated --verify %s
# Pinned memory. Every function without parameters is run by the oracle.
import torch
from torch.utils.data import DataLoader, Dataset, TensorDataset

gpu = "cuda"


def method():
    return torch.ones(3, device=gpu).pin_memory()  # expect: DEV113


def after_a_move():
    x = torch.ones(3)
    x = x.to(gpu)
    return x.pin_memory()  # expect: DEV113


def before_a_move():
    return torch.ones(3).pin_memory().to(gpu, non_blocking=True)


class OnTheGpu(Dataset):
    def __len__(self):
        return 2

    def __getitem__(self, index):
        return torch.ones(3, device=gpu)  # expect: DEV113


def loader():
    for x in DataLoader(OnTheGpu(), batch_size=2, pin_memory=True):
        print(x.shape)


def loader_of_cpu_samples():
    for (x,) in DataLoader(TensorDataset(torch.ones(2, 3)), pin_memory=True):
        print(x.to(gpu).shape)
