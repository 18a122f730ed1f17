"""Guards on one line, with else, with `and`, with `not`."""
import time

import torch

verbose = True


def clock(step):
    if torch.accelerator.is_available(): torch.accelerator.synchronize()
    begin = time.perf_counter()
    step()
    if torch.accelerator.is_available(): torch.accelerator.synchronize()
    else: time.sleep(0)
    return time.perf_counter() - begin >= 0


def note():
    if torch.accelerator.is_available() and verbose:
        print("cards:", torch.accelerator.device_count())
    if verbose and not torch.cuda.is_available():
        print("no card")


def index():
    return torch.accelerator.current_device_index() if torch.accelerator.is_available() else -1


def short_circuit():
    return torch.accelerator.is_available() and torch.accelerator.current_device_index() == 0


if __name__ == "__main__":
    note()
    print(clock(lambda: None), index(), short_circuit())
