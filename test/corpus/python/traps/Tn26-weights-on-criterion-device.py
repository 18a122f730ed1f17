import torch
from torch import nn


def criterion(counts, device):
    w = counts.sum() / counts.clamp(min=1)
    return nn.CrossEntropyLoss(weight=w.to(device)), nn.BCEWithLogitsLoss(pos_weight=torch.tensor(3.0))


if __name__ == "__main__":
    d = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    ce, bce = criterion(torch.tensor([3.0, 1.0]), d)
    net = nn.Linear(2, 2).to(d)
    out = net(torch.randn(4, 2, device=d))
    (ce(out, torch.tensor([0, 1, 1, 0], device=d)) + bce(out, torch.ones_like(out))).backward()
