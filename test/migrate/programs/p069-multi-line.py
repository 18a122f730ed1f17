"""Calls over several lines, backslashes, comments between arguments."""
import torch

device = torch.device(
    "cuda"
    if torch.cuda.is_available()
    else "cpu"
)

where = "cuda" \
    if torch.cuda.is_available() \
    else "cpu"

peak = (
    torch
    .cuda
    .max_memory_allocated()
)

total = sum([
    torch.cuda.memory_allocated(),  # now
    # torch.cuda.memory_reserved(),
    torch.cuda.memory_cached(),
])

if (
    torch.cuda.is_available()
    and torch.cuda.device_count() > 0
):
    torch.cuda.synchronize(
        device=torch.device(
            "cuda", 0
        ),
    )

if __name__ == "__main__":
    print(device, where, peak >= 0, total >= 0)
    print(torch.ones(
        2,
        device=where,
    ).sum().item())
