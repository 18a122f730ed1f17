"""Functions as values: bound to names, in dictionaries, in lists, as arguments."""
import torch

ready = torch.accelerator.is_available
BACKENDS = {
    "cuda": torch.cuda.is_available,
    "mps": torch.backends.mps.is_available,
    "cpu": lambda: True,
}
WAIT = {"cuda": torch.cuda.synchronize, "cpu": lambda: None}
COUNTERS = [torch.cuda.memory_allocated, torch.cuda.memory_reserved]


def first():
    return next(name for name, test in BACKENDS.items() if test())


def call(function, *arguments):
    return function(*arguments)


def timed(step, wait=None):
    wait = wait or (torch.accelerator.synchronize if torch.accelerator.is_available() else (lambda: None))
    step()
    wait()
    return True


if __name__ == "__main__":
    WAIT[first()]()
    print(first(), ready(), call(torch.accelerator.device_count), timed(lambda: None))
    print([counter() for counter in COUNTERS])
