"""Calls over several lines, backslashes, comments between arguments."""
import torch

device = torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")

where = (torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")).type

peak = (
    torch.accelerator.max_memory_allocated() if torch.accelerator.is_available() else 0
)

total = sum([
    torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0,  # now
    # torch.cuda.memory_reserved(),
    torch.accelerator.memory_reserved() if torch.accelerator.is_available() else 0,
])

if (
    torch.accelerator.is_available()
    and torch.accelerator.device_count() > 0
):
    torch.accelerator.synchronize(
        torch.device(
            torch.accelerator.current_accelerator().type, 0
        ),
    )

if __name__ == "__main__":
    print(device, where, peak >= 0, total >= 0)
    print(torch.ones(
        2,
        device=where,
    ).sum().item())
