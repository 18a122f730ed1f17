import torch
from torch import nn


class MultiTask(nn.Module):
    def __init__(self, tasks, width=4):
        super().__init__()
        self.trunk = nn.Linear(3, width)
        self.heads = {t: nn.Linear(width, n) for t, n in tasks.items()}  # BUG: unregistered-module-container

    def forward(self, x, task):
        h = torch.relu(self.trunk(x))
        return self.heads[task](h)  # RAISES-AT


def loss_for(model, batch, device):
    x = batch["x"].to(device)
    return sum(nn.functional.cross_entropy(model(x, t), batch[t].to(device)) for t in ("a", "b"))


if __name__ == "__main__":
    dev = torch.device("cuda")
    m = MultiTask({"a": 2, "b": 3}).to(dev)
    loss_for(m, {"x": torch.randn(2, 3), "a": torch.tensor([0, 1]), "b": torch.tensor([2, 0])}, dev)
