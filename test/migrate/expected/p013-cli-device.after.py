"""--device with a default, replaced where the device is missing."""
import argparse

import torch


def options(argv):
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="cuda", choices=["cuda", "cpu", "mps"], help="cuda or cpu")
    parser.add_argument("--rounds", default=2, type=int)
    return parser.parse_args(argv)


def resolve(args):
    if args.device == "cuda" and not torch.cuda.is_available():
        print("cuda is not available, using cpu")
        args.device = "cpu"
    return torch.device(args.device)


def main(argv):
    args = options(argv)
    device = resolve(args)
    value = torch.ones(2, device=device)
    for _ in range(args.rounds):
        value = value * 2
    print(value.sum().item(), args.device)


if __name__ == "__main__":
    main([])
    main(["--device", "cpu", "--rounds", "3"])
