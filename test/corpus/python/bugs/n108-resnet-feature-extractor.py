import torch
from torch import nn
from torchvision import models


class Embedder:
    def __init__(self, device):
        self.device = device
        backbone = models.resnet18(weights=None)
        backbone.fc = nn.Identity()
        self.net = backbone.eval()  # BUG: model-not-moved

    @torch.no_grad()
    def __call__(self, batch):
        return self.net(batch.to(self.device))  # RAISES-AT


if __name__ == "__main__":
    Embedder(torch.device("cuda"))(torch.rand(2, 3, 64, 64))
