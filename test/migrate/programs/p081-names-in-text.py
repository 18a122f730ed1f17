"""Manual: torch.cuda.empty_cache() frees, torch.cuda.synchronize() waits, x.cuda() moves.

>>> torch.cuda.is_available()  # doctest: +SKIP
"""
import re

import torch

HELP = "Use torch.cuda.is_available() to test, device='cuda' to move."
PATTERN = re.compile(r"torch\.cuda\.([a-z_]+)")
TEMPLATE = '''
import torch
torch.cuda.empty_cache()
'''


def explain(name):
    """Tell about torch.cuda.NAME; see "cuda" in the index."""
    # torch.cuda.set_device(0) is not needed
    return f"torch.cuda.{name}: {'there' if hasattr(torch.cuda, name) else 'missing'}"


def banned(source):
    return PATTERN.findall(source)


if __name__ == "__main__":
    torch.cuda.empty_cache()
    print(explain("Stream"), banned(HELP + TEMPLATE), "cuda" in HELP)
    print(getattr(torch.cuda, "device_" + "count")() >= 0, "torch.cuda.is_available()".count("cuda"))
