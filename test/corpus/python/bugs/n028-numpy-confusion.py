import numpy as np
import torch
from torch import nn


def confusion(preds, labels, n):
    cm = np.zeros((n, n), dtype=int)
    for p, t in zip(preds.numpy(), labels.numpy()):  # BUG: numpy-cuda
        cm[t, p] += 1
    return cm


@torch.no_grad()
def validate(model, loader, device, classes=3):
    model.eval()
    total = np.zeros((classes, classes), dtype=int)
    for x, y in loader:
        x, y = x.to(device), y.to(device)
        total += confusion(model(x).argmax(dim=1), y, classes)
    return total


if __name__ == "__main__":
    dev = torch.device("cuda")
    validate(nn.Linear(4, 3).to(dev), [(torch.randn(5, 4), torch.randint(0, 3, (5,)))], dev)
