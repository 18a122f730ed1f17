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
        return torch.cuda.memory_allocated(index) + 0 * torch.cuda.mem_get_info(index)[1]
    return torch.cuda.memory_allocated()


if __name__ == "__main__":
    free, total = room()
    print(free <= total, used(0))
    torch.cuda.empty_cache()
