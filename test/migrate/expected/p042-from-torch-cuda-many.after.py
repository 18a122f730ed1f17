"""A parenthesised import list with renames, comments and a trailing comma."""
import torch
from torch.cuda import (
    current_device,
    device_count as cards,  # how many
    empty_cache,
    is_available as has_gpu,
    max_memory_allocated as peak,
    synchronize,
)
from torch import Event, Stream as Lane


def status():
    if not has_gpu():
        return "cpu", cards(), (peak() if torch.accelerator.is_available() else 0)
    synchronize()
    lane = Lane()
    marker = Event(enable_timing=False)
    marker.record(lane)
    lane.synchronize()
    return f"cuda:{current_device()}", cards(), peak() >= 0


if __name__ == "__main__":
    if torch.accelerator.is_available():
        empty_cache()
    print(status())
    print(torch.arange(3).sum().item())
