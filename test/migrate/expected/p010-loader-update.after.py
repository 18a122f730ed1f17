"""Loader options collected in a dictionary and a pinned device that is named."""
import torch
from torch.utils.data import DataLoader, TensorDataset

cuda_available = torch.cuda.is_available()
train_options = {"batch_size": 3}
test_options = dict(batch_size=2)
if cuda_available:
    cuda_options = {"pin_memory": True, "pin_memory_device": "cuda"}
    train_options.update(cuda_options)
    test_options.update(cuda_options)

pages = TensorDataset(torch.arange(6.0))


def count(loader):
    rows = 0
    for (page,) in loader:
        if cuda_available:
            page = page.to(torch.accelerator.current_accelerator(), non_blocking=True)
        rows += int(page.numel())
    return rows


if __name__ == "__main__":
    train = DataLoader(pages, **train_options)
    test = DataLoader(pages, pin_memory=cuda_available, batch_size=test_options["batch_size"])
    print(count(train), count(test), len(train), len(test))
