"""Generator-based context managers and ExitStack around device work."""
import contextlib

import torch


@contextlib.contextmanager
def settled(name, log):
    if torch.accelerator.is_available():
        torch.accelerator.synchronize()
    log.append(f"begin {name}")
    try:
        yield (torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0)
    finally:
        if torch.accelerator.is_available():
            torch.accelerator.synchronize()
        if torch.accelerator.is_available():
            torch.accelerator.empty_cache()
        log.append(f"end {name}")


def stacked(log):
    with contextlib.ExitStack() as stack:
        stack.callback(torch.cuda.empty_cache)
        if torch.cuda.is_available():
            stack.enter_context(torch.cuda.device(0))
            stack.enter_context(torch.cuda.stream(torch.cuda.Stream()))
        stack.enter_context(torch.amp.autocast("cuda", enabled=False))
        log.append("inside")


if __name__ == "__main__":
    log = []
    with settled("outer", log) as held:
        stacked(log)
    print(held, log)
