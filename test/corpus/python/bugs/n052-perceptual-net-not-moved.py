import torch
from torch import nn


class PerceptualLoss(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(3, 4, 3), nn.ReLU(), nn.Conv2d(4, 4, 3))
        for p in self.features.parameters():
            p.requires_grad_(False)

    def forward(self, a, b):
        return (self.features(a) - self.features(b)).abs().mean()  # RAISES-AT


def train(device, steps=1):
    generator = nn.Conv2d(3, 3, 3, padding=1).to(device)
    perceptual = PerceptualLoss()  # BUG: model-not-moved
    for _ in range(steps):
        lr = torch.rand(1, 3, 8, 8).to(device)
        hr = torch.rand(1, 3, 8, 8).to(device)
        perceptual(generator(lr), hr).backward()


if __name__ == "__main__":
    train(torch.device("cuda"))
