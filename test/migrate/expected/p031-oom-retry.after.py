"""Halve the batch after running out of memory."""
import gc

import torch


def forward(batch, limit):
    if batch > limit:
        raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB")
    return batch


def find_batch(start, limit):
    batch = start
    while batch > 0:
        try:
            return forward(batch, limit)
        except torch.OutOfMemoryError:
            gc.collect()
            if torch.accelerator.is_available():
                torch.accelerator.empty_cache()
            batch //= 2
    return 0


def tolerant(batch, limit):
    try:
        return forward(batch, limit)
    except (ValueError, torch.OutOfMemoryError) as error:
        return "out of memory" in str(error)
    except RuntimeError as error:
        if "out of memory" not in str(error):
            raise
        if torch.accelerator.is_available():
            torch.accelerator.empty_cache()
        return None


if __name__ == "__main__":
    print(find_batch(64, 10), tolerant(4, 2), tolerant(1, 2))
    print(issubclass(torch.OutOfMemoryError, RuntimeError))
