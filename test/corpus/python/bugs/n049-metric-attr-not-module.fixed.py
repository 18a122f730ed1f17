import torch
from torch import nn


class MeanIoU(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.register_buffer("inter", torch.zeros(classes))
        self.register_buffer("union", torch.zeros(classes))

    def update(self, pred, target):
        n = self.inter.numel()
        p = nn.functional.one_hot(pred, n).flatten(0, -2).float()
        t = nn.functional.one_hot(target, n).flatten(0, -2).float()
        self.inter += (p * t).sum(0)
        self.union += (p + t - p * t).sum(0)


class Evaluator:
    def __init__(self, model, classes, device):
        self.model = model.to(device)
        self.device = device
        self.metric = MeanIoU(classes).to(device)

    @torch.no_grad()
    def run(self, loader):
        for img, seg in loader:
            logits = self.model(img.to(self.device))
            self.metric.update(logits.argmax(1), seg.to(self.device))
        return self.metric.inter / self.metric.union


if __name__ == "__main__":
    Evaluator(nn.Conv2d(3, 2, 1), 2, "cuda").run([(torch.rand(1, 3, 4, 4), torch.randint(0, 2, (1, 4, 4)))])
