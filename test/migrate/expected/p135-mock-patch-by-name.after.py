"""A patch whose target is a text: the text stays, the call it should fake moves, and a person has to look."""
from unittest import mock

import torch


def where():
    return "card" if torch.accelerator.is_available() else "host"


def faked(answer):
    with mock.patch("torch.cuda.is_available", return_value=answer):
        return where()


if __name__ == "__main__":
    print(faked(True), faked(False))
