import torch
from torch import nn


def train(rank, world):
    device = torch.device(f"cuda:{rank}")
    model = nn.Linear(4, 3).to(device)
    for _ in range(2):
        x = torch.randn(2, 4).to(device)
        y = torch.randint(0, 3, (2,)).to("cuda:0")  # BUG: multi-gpu-mismatch
        nn.functional.cross_entropy(model(x), y).backward()  # RAISES-AT


if __name__ == "__main__":
    train(1, 2)
