# RUN: %offside check --isolated --verify %s
# Batches of loaders. Every function without parameters is run by the oracle.
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset, TensorDataset

gpu = "cuda"


def _loader():
    return DataLoader(TensorDataset(torch.randn(8, 4), torch.randint(0, 3, (8,))), batch_size=4)


def features_forgotten():
    model = nn.Linear(4, 3).to(gpu)
    for x, y in _loader():
        loss = nn.functional.cross_entropy(model(x), y.to(gpu))  # expect: DEV103
        loss.backward()


def labels_forgotten():
    model, criterion = nn.Linear(4, 3).to(gpu), nn.CrossEntropyLoss()
    for x, y in _loader():
        criterion(model(x.to(gpu)), y).backward()  # expect: DEV103


def both_moved():
    model = nn.Linear(4, 3).to(gpu)
    for x, y in _loader():
        x, y = x.to(gpu), y.to(gpu)
        nn.functional.cross_entropy(model(x), y).backward()


def a_comprehension_moves():
    model = nn.Linear(4, 3).to(gpu)
    for batch in _loader():
        x, y = [part.to(gpu, non_blocking=True) for part in batch]
        nn.functional.cross_entropy(model(x), y).backward()


def with_enumerate():
    model = nn.Linear(4, 3).to(gpu)
    for step, (x, y) in enumerate(_loader()):
        model(x)  # expect: DEV103


def next_of_iter():
    model = nn.Linear(4, 3).to(gpu)
    x, y = next(iter(_loader()))
    return model(x)  # expect: DEV103


class Rows(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, index):
        return {"x": torch.ones(4), "y": torch.tensor(index % 3)}


def a_dict_batch():
    model = nn.Linear(4, 3).to(gpu)
    for batch in DataLoader(Rows(), batch_size=2):
        scores = model(batch["x"].to(gpu))
        nn.functional.cross_entropy(scores, batch["y"])  # expect: DEV103


def a_dict_batch_moved():
    model = nn.Linear(4, 3).to(gpu)
    for batch in DataLoader(Rows(), batch_size=2):
        batch = {key: value.to(gpu) for key, value in batch.items()}
        nn.functional.cross_entropy(model(batch["x"]), batch["y"])


class RowsOnTheGpu(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, index):
        return torch.ones(4, device=gpu)


def a_dataset_on_the_accelerator():
    model = nn.Linear(4, 3).to(gpu)
    for x in DataLoader(RowsOnTheGpu(), batch_size=2):
        model(x)


def on_the_cpu():
    model = nn.Linear(4, 3)
    for x, y in _loader():
        model(x)
