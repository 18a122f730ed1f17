import torch
from torch import nn


class Normalizer:
    def __init__(self, mean, std):
        self.mean, self.std = mean, std

    def to(self, device):
        self.mean = self.mean.to(device)
        self.std = self.std.to(device)
        return self

    def __call__(self, x):
        return (x - self.mean) / self.std


def predict(model, norm, x, device):
    model.to(device)
    norm = norm.to(device)
    return model(norm(x.to(device)))


if __name__ == "__main__":
    predict(nn.Linear(3, 1), Normalizer(torch.zeros(3), torch.ones(3)), torch.randn(2, 3), "cuda")
