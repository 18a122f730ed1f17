"""Generator-based context managers and ExitStack around device work."""
import contextlib

import torch


@contextlib.contextmanager
def settled(name, log):
    if torch.cuda.is_available():
        torch.cuda.synchronize()
    log.append(f"begin {name}")
    try:
        yield torch.cuda.memory_allocated()
    finally:
        if torch.cuda.is_available():
            torch.cuda.synchronize()
        torch.cuda.empty_cache()
        log.append(f"end {name}")


def stacked(log):
    with contextlib.ExitStack() as stack:
        stack.callback(torch.cuda.empty_cache)
        if torch.cuda.is_available():
            stack.enter_context(torch.cuda.device(0))
            stack.enter_context(torch.cuda.stream(torch.cuda.Stream()))
        stack.enter_context(torch.cuda.amp.autocast(enabled=False))
        log.append("inside")


if __name__ == "__main__":
    log = []
    with settled("outer", log) as held:
        stacked(log)
    print(held, log)
