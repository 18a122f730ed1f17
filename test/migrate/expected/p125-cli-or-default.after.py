"""A device option that is empty by default and filled in afterwards."""
import argparse

import torch


def parse(argv):
    parser = argparse.ArgumentParser()
    parser.add_argument("-d", "--device", default=None, help="e.g. cuda:0")
    parser.add_argument("--fp16", action="store_true")
    parser.add_argument(
        "--disable-cuda", dest="disable_cuda", action="store_true", help="run on the CPU even where CUDA is"
    )
    args = parser.parse_args(argv)
    args.device = args.device or (f"{torch.accelerator.current_accelerator().type}:0" if torch.accelerator.is_available() else "cpu")
    if not args.disable_cuda and torch.cuda.is_available():
        args.place = torch.accelerator.current_accelerator()
    else:
        args.place = torch.device("cpu")
    if args.fp16 and args.place.type != "cuda":
        args.fp16 = False
    return args


if __name__ == "__main__":
    for argv in ([], ["--disable-cuda", "--fp16"], ["-d", "cpu", "--fp16"]):
        args = parse(argv)
        print(args.device, args.place, args.fp16, torch.ones(1, device=args.device).item())
