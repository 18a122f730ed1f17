import torch
from torch import nn


class Predictor:
    def __init__(self, model):
        self.model = model
        self.model.eval()

    @torch.no_grad()
    def predict(self, batches):
        outputs = []
        for b in batches:
            outputs.append(self.model(b))
        return torch.cat(outputs)


if __name__ == "__main__":
    Predictor(nn.Linear(3, 2)).predict([torch.randn(2, 3) for _ in range(3)])
