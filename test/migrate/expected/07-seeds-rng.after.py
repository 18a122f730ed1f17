"""Seeding everything is not the same as reseeding one device generator."""
import random

import torch


def same_luck(n):
    random.seed(n)
    torch.manual_seed(n)
    torch.backends.cudnn.deterministic = True
    torch.backends.cudnn.benchmark = False


def other_luck(n):
    torch.manual_seed(n)
    torch.cuda.manual_seed_all(n + 1)


class DiceCup:
    """Reseed the device generator for a while, leave the CPU generator alone."""

    def __init__(self, n):
        self.n = n

    def __enter__(self):
        self.saved = torch.cuda.get_rng_state()
        torch.cuda.manual_seed(self.n)

    def __exit__(self, *exc):
        torch.cuda.set_rng_state(self.saved)


def roll(sides):
    device = torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")
    dice = torch.Generator(device=device).manual_seed(3)
    return torch.randint(1, sides + 1, (4,), generator=dice, device=device).tolist()


if __name__ == "__main__":
    same_luck(11)
    first = torch.rand(2).tolist()
    same_luck(11)
    print(first == torch.rand(2).tolist(), len(roll(6)))
