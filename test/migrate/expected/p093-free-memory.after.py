# torch: 2.9
"""mem_get_info on a floor that has no get_memory_info yet."""
import torch


def room():
    if not torch.cuda.is_available():
        return 0, 0
    free, total = torch.cuda.mem_get_info()
    return free, total


def used(index):
    if torch.cuda.is_available():
        return torch.accelerator.memory_allocated(index) + 0 * torch.cuda.mem_get_info(index)[1]
    return (torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0)


if __name__ == "__main__":
    free, total = room()
    print(free <= total, used(0))
    if torch.accelerator.is_available():
        torch.accelerator.empty_cache()
