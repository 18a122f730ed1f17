import argparse
import torch
from torch import nn


def get_config(argv=None):
    ap = argparse.ArgumentParser()
    ap.add_argument("--use-gpu", action="store_true")
    ap.add_argument("--dim", type=int, default=4)
    return ap.parse_args(argv)


def get_device(cfg):
    return torch.device("cuda" if cfg.use_gpu else "cpu")


def run(cfg):
    model = nn.Linear(cfg.dim, 2)
    if torch.cuda.is_available():  # BUG: device-branch-inconsistent
        model = model.cuda()
    x = torch.randn(3, cfg.dim).to(get_device(cfg))
    return model(x)  # RAISES-AT


if __name__ == "__main__":
    run(get_config([]))
