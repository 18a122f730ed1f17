import torch
from torch import nn


class EarlyStop:
    def __init__(self):
        self.best, self.snapshot = None, None

    def __call__(self, score, model):
        if self.best is None or score < self.best:
            self.best = score
            self.snapshot = model.to("cpu")  # BUG: shared-module-moved


def fit(device, epochs=2):
    model = nn.Linear(3, 1).to(device)
    stop = EarlyStop()
    for _ in range(epochs):
        x = torch.randn(4, 3, device=device)
        loss = model(x).pow(2).mean()  # RAISES-AT
        loss.backward()
        stop(loss.item(), model)


if __name__ == "__main__":
    fit(torch.device("cuda"))
