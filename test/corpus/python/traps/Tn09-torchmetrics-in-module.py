import torch
import torchmetrics
from torch import nn


class LitModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 3)
        self.acc = torchmetrics.Accuracy(task="multiclass", num_classes=3)

    def step(self, x, y):
        logits = self.net(x)
        self.acc.update(logits, y)
        return nn.functional.cross_entropy(logits, y)


if __name__ == "__main__":
    device = torch.device("cuda")
    m = LitModel().to(device)
    m.step(torch.randn(2, 4, device=device), torch.tensor([0, 2], device=device)).backward()
    cpu_acc = torchmetrics.Accuracy(task="multiclass", num_classes=3)
    cpu_acc.update(m.net(torch.randn(2, 4, device=device)).cpu(), torch.tensor([0, 1]))
