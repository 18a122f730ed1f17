import torch
from torch import nn


def warm_up(model, index):
    with torch.cuda.device(index):
        x = torch.randn(2, 3, device="cuda")
        return model(x)


def main(gpus=(0, 1)):
    for g in gpus:
        warm_up(nn.Linear(3, 2).to(f"cuda:{g}"), g)


if __name__ == "__main__":
    main()
