import torch
from torch import nn


class TinyDetector(nn.Module):
    def __init__(self):
        super().__init__()
        self.reg = nn.Linear(3, 4)

    def forward(self, images, targets):
        losses = []
        for img, tgt in zip(images, targets):
            pred = self.reg(img.mean((1, 2)))
            losses.append(nn.functional.l1_loss(pred, tgt["box"]))  # RAISES-AT
        return torch.stack(losses).mean()


def train_one_epoch(model, loader, device):
    for images, targets in loader:
        images = [i.to(device) for i in images]
        targets = [{k: v for k, v in t.items()} for t in targets]  # BUG: nested-not-moved
        model(images, targets).backward()


if __name__ == "__main__":
    dev = torch.device("cuda") if torch.cuda.is_available() else torch.device("cpu")
    data = [([torch.rand(3, 4, 4)], [{"box": torch.rand(4)}])]
    train_one_epoch(TinyDetector().to(dev), data, dev)
