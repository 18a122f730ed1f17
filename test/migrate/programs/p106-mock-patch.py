"""Tests that fake torch.cuda: the patched name and the call it should fake belong together."""
from unittest import mock

import torch


@mock.patch.object(torch.cuda, "device_count", return_value=4)
def many(count):
    return torch.cuda.device_count(), count.called


def replaced():
    original = torch.cuda.empty_cache
    calls = []
    torch.cuda.empty_cache = lambda: calls.append(1)
    try:
        torch.cuda.empty_cache()
    finally:
        torch.cuda.empty_cache = original
    return len(calls)


if __name__ == "__main__":
    print(many(), replaced())
