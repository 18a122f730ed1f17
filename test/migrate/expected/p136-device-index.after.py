"""A device with its index as an argument of its own."""
# flags: --unsafe-fixes
import torch


def pick(slot):
    device = torch.device(torch.accelerator.current_accelerator().type, index=slot) if torch.accelerator.is_available() else torch.device("cpu")
    return device


print(pick(0).index in (0, None))
