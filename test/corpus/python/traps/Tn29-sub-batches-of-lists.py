import torch
from torch import nn


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(4, 4)

    def forward(self, feats, targets=None):
        boxes = self.head(feats)
        if targets is None:
            return boxes
        return sum((b - t["boxes"]).abs().mean() for b, t in zip(boxes, targets))


def train(model, loader, device):
    for images, targets in loader:
        images = torch.stack(list(images)).to(device)
        targets = [{k: v.to(device) if hasattr(v, "to") else v for k, v in t.items()} for t in targets]
        model(images, targets).backward()


if __name__ == "__main__":
    d = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    train(Detector().to(d), [((torch.rand(4),), ({"boxes": torch.rand(4), "name": "a"},))], d)
