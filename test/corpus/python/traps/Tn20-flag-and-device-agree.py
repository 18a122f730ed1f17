import argparse
import torch
from torch import nn


def main(argv=None):
    ap = argparse.ArgumentParser()
    ap.add_argument("--no-cuda", action="store_true")
    args = ap.parse_args(argv)
    use_cuda = not args.no_cuda and torch.cuda.is_available()
    device = torch.device("cuda" if use_cuda else "cpu")
    kwargs = {"num_workers": 1, "pin_memory": True} if use_cuda else {}
    net = nn.Linear(2, 2)
    if use_cuda:
        net.cuda()
    x = torch.randn(3, 2).to(device)
    print(kwargs, net(x).sum().item())


if __name__ == "__main__":
    main([])
