"""Guards on one line, with else, with `and`, with `not`."""
import time

import torch

verbose = True


def clock(step):
    if torch.cuda.is_available(): torch.cuda.synchronize()
    begin = time.perf_counter()
    step()
    if torch.cuda.is_available(): torch.cuda.synchronize()
    else: time.sleep(0)
    return time.perf_counter() - begin >= 0


def note():
    if torch.cuda.is_available() and verbose:
        print("cards:", torch.cuda.device_count())
    if verbose and not torch.cuda.is_available():
        print("no card")


def index():
    return torch.cuda.current_device() if torch.cuda.is_available() else -1


def short_circuit():
    return torch.cuda.is_available() and torch.cuda.current_device() == 0


if __name__ == "__main__":
    note()
    print(clock(lambda: None), index(), short_circuit())
