"""from torch import cuda, beside a string and a variable of that name."""
import torch
from torch import cuda, ones

kinds = ["cuda", "cpu"]
spot = torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")


def tidy():
    if torch.accelerator.is_available():
        torch.accelerator.empty_cache()
    if torch.accelerator.is_available():
        torch.accelerator.synchronize()
        torch.accelerator.reset_peak_memory_stats()
    return (torch.accelerator.memory_reserved() if torch.accelerator.is_available() else 0) >= 0


def seeded(seed):
    cuda.manual_seed_all(seed)
    return seed


if __name__ == "__main__":
    row = ones(3, device=spot)
    print(row.sum().item(), tidy(), seeded(3), kinds.index(spot.type))
