"""Halve the batch after running out of memory."""
import gc

import torch


def forward(batch, limit):
    if batch > limit:
        raise torch.cuda.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB")
    return batch


def find_batch(start, limit):
    batch = start
    while batch > 0:
        try:
            return forward(batch, limit)
        except torch.cuda.OutOfMemoryError:
            gc.collect()
            torch.cuda.empty_cache()
            batch //= 2
    return 0


def tolerant(batch, limit):
    try:
        return forward(batch, limit)
    except (ValueError, torch.cuda.OutOfMemoryError) as error:
        return "out of memory" in str(error)
    except RuntimeError as error:
        if "out of memory" not in str(error):
            raise
        torch.cuda.empty_cache()
        return None


if __name__ == "__main__":
    print(find_batch(64, 10), tolerant(4, 2), tolerant(1, 2))
    print(issubclass(torch.cuda.OutOfMemoryError, RuntimeError))
