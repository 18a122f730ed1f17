"""A patch whose target is a text reaches calls of that name only."""
from unittest import mock

import torch


def where():
    return "card" if torch.cuda.is_available() else "host"


def faked(answer):
    with mock.patch("torch.cuda.is_available", return_value=answer):
        return where()


if __name__ == "__main__":
    print(faked(True), faked(False))
