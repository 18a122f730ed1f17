"""Seed everything, in the ways people do."""
import random

import torch


def seed_everything(seed):
    random.seed(seed)
    torch.manual_seed(seed)
    torch.backends.cudnn.deterministic = True
    torch.backends.cudnn.benchmark = False


def seed_if_there(seed):
    torch.manual_seed(seed)


def seed_only_line(seed):
    torch.manual_seed(seed)
    if torch.accelerator.is_available(): pass


def draw(count):
    return torch.randint(0, 100, (count,)).tolist()


if __name__ == "__main__":
    drawn = []
    for seed_it in (seed_everything, seed_if_there, seed_only_line):
        seed_it(5)
        drawn.append(draw(3))
    print(drawn[0] == drawn[1] == drawn[2])
    print(torch.initial_seed())
