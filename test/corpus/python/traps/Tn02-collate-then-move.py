import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Toy(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, i):
        return {"x": torch.full((3,), float(i)), "y": i % 2}


def collate(rows):
    return torch.stack([r["x"] for r in rows]), torch.tensor([r["y"] for r in rows])


def main():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    net = nn.Linear(3, 2).to(device)
    loader = DataLoader(Toy(), batch_size=2, collate_fn=collate, pin_memory=device.type == "cuda")
    for batch in loader:
        x, y = [t.to(device, non_blocking=True) for t in batch]
        nn.functional.cross_entropy(net(x), y).backward()


if __name__ == "__main__":
    main()
