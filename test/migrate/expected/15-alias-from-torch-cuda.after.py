"""Names pulled out of torch.cuda: a subpackage, a renamed class, a function, an exception."""
import torch
from torch import Stream as S
from torch import OutOfMemoryError
from torch.accelerator import is_available, synchronize as settle

on = is_available()
device = torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")
scale = torch.amp.GradScaler(device.type, enabled=on)


def knit(wool: torch.Tensor, lane: S | None = None):
    try:
        with torch.amp.autocast(device_type=device.type, enabled=on):
            row = wool @ wool.t()
    except OutOfMemoryError:
        return None
    if on:
        lane = lane or S()
        settle()
    return row.sum().item(), isinstance(lane, S)


if __name__ == "__main__":
    print(knit(torch.ones(2, 2, device=device)), scale.is_enabled() == on)
