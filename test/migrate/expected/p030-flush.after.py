"""Flush after every epoch, in the spellings people use."""
import gc

import torch


def flush():
    gc.collect(); torch.accelerator.empty_cache() if torch.accelerator.is_available() else None


def flush_guarded():
    gc.collect()
    if torch.cuda.is_available():
        torch.accelerator.empty_cache()
        torch.cuda.ipc_collect()


def flush_each(backends):
    done = []
    if torch.cuda.is_available():
        torch.cuda.empty_cache()
        done.append("cuda")
    elif torch.backends.mps.is_available():
        torch.mps.empty_cache()
        done.append("mps")
    return [name for name in done if name in backends]


def flush_when(condition):
    if condition: torch.accelerator.empty_cache() if torch.accelerator.is_available() else None
    return condition


if __name__ == "__main__":
    flush()
    flush_guarded()
    print(flush_each({"cuda", "mps"}), flush_when(True), flush_when(False))
    for epoch in range(2): torch.accelerator.empty_cache() if torch.accelerator.is_available() else None
    print(epoch)
