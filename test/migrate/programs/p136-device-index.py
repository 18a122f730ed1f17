"""A device with its index as an argument of its own."""
# flags: --unsafe-fixes
import torch


def pick(slot):
    device = torch.device("cuda", index=slot)
    return device


print(pick(0).index in (0, None))
