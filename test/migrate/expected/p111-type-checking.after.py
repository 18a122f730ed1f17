"""Imports for type checkers only, and an import that is used in a comment only."""
from typing import TYPE_CHECKING

import torch

if TYPE_CHECKING:
    from torch.cuda import Event, Stream


def wait(stream: "Stream", event: "Event") -> bool:
    event.record(stream)
    event.synchronize()
    return event.query()


def run() -> bool:
    if not torch.accelerator.is_available():
        return True
    from torch import Event as Marker

    stream = torch.accelerator.current_stream()
    return wait(stream, Marker())


if __name__ == "__main__":
    print(run())
