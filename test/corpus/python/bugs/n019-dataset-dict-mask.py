import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Sentences(Dataset):
    def __init__(self, n=6):
        self.rows = [torch.randint(1, 9, (5,)) for _ in range(n)]

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        ids = self.rows[i]
        return {"ids": ids, "mask": (ids > 0).float(), "label": ids.sum() % 2}


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(10, 4)
        self.out = nn.Linear(4, 2)

    def forward(self, ids, mask):
        h = self.emb(ids) * mask.unsqueeze(-1)  # RAISES-AT
        return self.out(h.mean(1))


def evaluate(model, loader, device):
    model.eval()
    with torch.no_grad():
        for b in loader:
            ids = b["ids"].to(device)
            mask = b["mask"]  # BUG: input-not-moved
            pred = model(ids, mask).argmax(-1)
            yield (pred == b["label"].to(device)).float().mean().item()


if __name__ == "__main__":
    device = torch.device("cuda")
    list(evaluate(Classifier().to(device), DataLoader(Sentences(), batch_size=2), device))
