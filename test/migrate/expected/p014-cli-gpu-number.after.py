"""--gpu N, where -1 means none."""
import argparse

import torch


def parse(argv):
    parser = argparse.ArgumentParser()
    parser.add_argument("--gpu", type=int, default=0, help="GPU id, -1 for the CPU")
    parser.add_argument("--device", default=f"{torch.accelerator.current_accelerator().type}:0" if torch.accelerator.is_available() else "cpu")
    return parser.parse_args(argv)


def place(args):
    if args.gpu >= 0 and torch.accelerator.is_available():
        torch.accelerator.set_device_index(args.gpu)
        return torch.device(torch.accelerator.current_accelerator().type, args.gpu)
    return torch.device("cpu")


if __name__ == "__main__":
    for argv in ([], ["--gpu", "-1"]):
        args = parse(argv)
        spot = place(args)
        weights = torch.eye(2, device=spot)
        print(weights.trace().item(), spot, args.device)
