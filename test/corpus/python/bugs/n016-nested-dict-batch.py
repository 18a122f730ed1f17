import torch
from torch import nn


def move(batch, device):
    return {k: v.to(device) if torch.is_tensor(v) else v for k, v in batch.items()}  # BUG: nested-not-moved


class TwoTower(nn.Module):
    def __init__(self):
        super().__init__()
        self.img = nn.Linear(3, 2)
        self.txt = nn.EmbeddingBag(10, 2)

    def forward(self, batch):
        a = self.img(batch["pixels"])
        b = self.txt(batch["text"]["ids"])  # RAISES-AT
        return (a * b).sum(-1)


if __name__ == "__main__":
    device = torch.device("cuda")
    model = TwoTower().to(device)
    batch = {"pixels": torch.randn(2, 3), "text": {"ids": torch.randint(0, 10, (2, 4))}, "name": ["x", "y"]}
    model(move(batch, device))
