from functools import partial
import torch
from torch import nn
from torch.utils.data import DataLoader


def collate(rows, device):
    xs = torch.stack([r[0] for r in rows])
    ys = torch.tensor([r[1] for r in rows])
    return xs.to(device), ys.to(device)  # BUG: pin-cuda-tensor


def fit(rows, device):
    net = nn.Linear(2, 2).to(device)
    loader = DataLoader(rows, batch_size=2, collate_fn=partial(collate, device=device), pin_memory=True)
    for x, y in loader:  # RAISES-AT
        nn.functional.cross_entropy(net(x.to(device)), y.to(device)).backward()


if __name__ == "__main__":
    fit([(torch.randn(2), 0), (torch.randn(2), 1)], torch.device("cuda"))
