"""The training loop of many a repository: tuples, lists and dictionaries moved by .cuda()."""
import torch
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
use_gpu = torch.cuda.is_available()
criterion = torch.nn.MSELoss()
if use_gpu:
    criterion = criterion.to(torch.accelerator.current_accelerator())


def move(batch):
    if isinstance(batch, dict):
        return {key: value.cuda() for key, value in batch.items()}
    if isinstance(batch, (list, tuple)):
        return [item.cuda(non_blocking=True) for item in batch]
    return batch.cuda()


def epoch(model, loader):
    total, seen = 0.0, 0
    for step, (rows, wanted) in enumerate(loader):
        if use_gpu:
            rows, wanted = move([rows, wanted])
        loss = criterion(model(rows), wanted)
        total += float(loss) * rows.size(0)
        seen += rows.size(0)
        if step % 2 == 0:
            if torch.accelerator.is_available():
                torch.accelerator.empty_cache()
    return total / seen


if __name__ == "__main__":
    rows = torch.arange(8.0).view(4, 2)
    loader = DataLoader(TensorDataset(rows, rows.sum(1, keepdim=True)), batch_size=2)
    model = torch.nn.Linear(2, 1)
    torch.nn.init.ones_(model.weight), torch.nn.init.zeros_(model.bias)
    model = model.to(torch.accelerator.current_accelerator()) if use_gpu else model
    print(f"{epoch(model, loader):.4f}", len(move({"a": rows})) if use_gpu else 1)
