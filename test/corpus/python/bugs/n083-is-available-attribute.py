import torch
from torch import nn


def pick_device(prefer="cuda"):
    if prefer == "cuda" and torch.cuda.is_available:  # BUG: is-available-not-called
        return torch.device("cuda")
    return torch.device("cpu")


def main():
    device = pick_device()
    model = nn.Linear(2, 2).to(device)
    return model(torch.zeros(1, 2, device=device))


if __name__ == "__main__":
    main()
