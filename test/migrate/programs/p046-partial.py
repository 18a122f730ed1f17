"""functools.partial over device functions."""
from functools import partial

import torch

has_gpu = torch.cuda.is_available()
peak = partial(torch.cuda.max_memory_allocated)
make = partial(torch.ones, device="cuda" if has_gpu else "cpu")
mark = partial(torch.cuda.Event, enable_timing=True)
mixed = partial(torch.cuda.amp.autocast, enabled=has_gpu)


def laps(count):
    return [mark() for _ in range(count)] if has_gpu else []


if __name__ == "__main__":
    with mixed():
        product = make(2, 2) @ make(2, 2)
    print(product.sum().item(), peak() >= 0, len(laps(2)) == 2 * has_gpu)
