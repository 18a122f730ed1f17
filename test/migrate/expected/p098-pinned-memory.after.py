"""Pinned memory: on tensors, on loaders, with a device named."""
import torch
from torch.utils.data import DataLoader

use_cuda = torch.cuda.is_available()


def stage(rows):
    if torch.accelerator.is_available():
        rows = rows.pin_memory()
        return rows.to(torch.accelerator.current_accelerator(), non_blocking=True), rows.is_pinned()
    return rows, False


def loader(rows):
    return DataLoader(rows, batch_size=2, pin_memory=torch.accelerator.is_available())


def named(rows):
    options = {"pin_memory": True, "pin_memory_device": "cuda"} if use_cuda else {}
    return DataLoader(rows, batch_size=2, **options)


def literal(rows):
    return DataLoader(rows, pin_memory=use_cuda, pin_memory_device=torch.accelerator.current_accelerator().type if use_cuda else "")


if __name__ == "__main__":
    rows = [torch.tensor(float(n)) for n in range(4)]
    moved, pinned = stage(torch.ones(3))
    print(moved.sum().item(), pinned == use_cuda)
    for make in (loader, named, literal):
        print(sum(batch.sum().item() for batch in make(rows)))
