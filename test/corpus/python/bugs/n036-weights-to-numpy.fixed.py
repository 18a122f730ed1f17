import torch
from torch import nn


def export_layer(layer):
    w = layer.weight.detach().cpu().numpy()
    b = layer.bias.data.cpu().numpy()
    return {"w": w, "b": b}


def export(model):
    return [export_layer(m) for m in model.modules() if isinstance(m, nn.Linear)]


if __name__ == "__main__":
    export(nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1)))
