"""--cuda asks for the device; without one there is a warning."""
import argparse

import torch

parser = argparse.ArgumentParser()
parser.add_argument("--cuda", action="store_true", help="use CUDA")
parser.add_argument("--seed", type=int, default=11)
args = parser.parse_args(["--cuda"])

torch.manual_seed(args.seed)
if torch.cuda.is_available():
    if not args.cuda:
        print("WARNING: You have a CUDA device, so you should probably run with --cuda.")
elif args.cuda:
    print("no device, running slowly")
    args.cuda = False

device = torch.device("cuda" if args.cuda else "cpu")
embedding = torch.nn.Embedding(5, 3)
if args.cuda:
    embedding.cuda()
tokens = torch.tensor([0, 4, 2])
if args.cuda:
    tokens = tokens.cuda()
print(tuple(embedding(tokens).shape), embedding.weight.device.type == device.type)
