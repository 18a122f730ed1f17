import torch
from torch import nn


def warm_up(model, index):
    torch.cuda.device(index)  # BUG: context-manager-statement
    x = torch.randn(2, 3, device="cuda")
    return model(x)  # RAISES-AT


def main(gpus=(0, 1)):
    for g in gpus:
        warm_up(nn.Linear(3, 2).to(f"cuda:{g}"), g)


if __name__ == "__main__":
    main()
