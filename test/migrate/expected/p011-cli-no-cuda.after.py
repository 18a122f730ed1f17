"""--no-cuda keeps its name and its sense."""
import argparse

import torch


def parse(argv):
    parser = argparse.ArgumentParser(description="sum of squares")
    parser.add_argument("--no-cuda", action="store_true", default=False, help="disables CUDA")
    parser.add_argument("--no-mps", action="store_true", default=False)
    parser.add_argument("--size", type=int, default=4)
    args = parser.parse_args(argv)
    args.cuda = not args.no_cuda and torch.cuda.is_available()
    return args


def run(argv):
    args = parse(argv)
    use_mps = not args.no_mps and torch.backends.mps.is_available()
    if args.cuda:
        device = torch.device("cuda")
    elif use_mps:
        device = torch.device("mps")
    else:
        device = torch.device("cpu")
    values = torch.arange(args.size, device=device, dtype=torch.float32)
    return (values ** 2).sum().item(), device.type, args.cuda


if __name__ == "__main__":
    print(run([]))
    print(run(["--no-cuda", "--no-mps", "--size", "3"]))
