import argparse
import torch
from torch import nn


def parse(argv=None):
    p = argparse.ArgumentParser()
    p.add_argument("--device", type=str, default="cuda:0")
    p.add_argument("--epochs", type=int, default=1)
    return p.parse_args(argv)


def main(argv=None):
    args = parse(argv)
    model = nn.Linear(4, 3).to(args.device)
    data = [(torch.randn(2, 4), torch.tensor([0, 2]))]
    for _ in range(args.epochs):
        for inputs, labels in data:
            inputs = inputs.to(args.device)
            labels = labels.to(args.device)
            loss = nn.functional.cross_entropy(model(inputs), labels)
            loss.backward()


if __name__ == "__main__":
    main([])
