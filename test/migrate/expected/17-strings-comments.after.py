"""Guide: call torch.cuda.empty_cache() between courses, then torch.cuda.synchronize().

>>> # torch.cuda.is_available()
"""
import logging
import os
import re
from unittest import mock

import torch

log = logging.getLogger("kitchen")
MENU = {"cuda": "spicy", "cpu": "mild"}  # "cuda" is a key of a saved file here
HINT = re.compile(r"torch\.cuda\.(\w+)")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")


def serve(dish):
    # torch.cuda.empty_cache() used to be called here, see the docstring
    log.info("torch.cuda.is_available() -> %s", torch.accelerator.is_available())
    note = f"cuda memory: {torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0} bytes of torch.cuda"
    return MENU["cuda"] if "cuda" in dish else MENU["cpu"], note.endswith("torch.cuda")


def names(text):
    return HINT.findall(text)


def pretend():
    with mock.patch("torch.cuda.is_available", return_value=False):
        return serve("soup")[0]


def dynamic(attr):
    return getattr(torch, "cuda"), getattr(torch.cuda, attr, None)


if __name__ == "__main__":
    print(serve("cuda curry"), names("torch.cuda.stream torch.cuda.Event"), pretend(), dynamic("nope")[1])
