"""Functions that leave early where there is no device."""
import torch


def free_fraction():
    if not torch.cuda.is_available():
        return None
    free, total = torch.cuda.mem_get_info()
    return free / total


def warm_up(rounds):
    if not torch.cuda.is_available():
        return 0
    device = torch.device("cuda")
    heat = torch.ones(4, 4, device=device)
    for _ in range(rounds):
        heat = heat @ heat / 4
    torch.cuda.synchronize()
    torch.cuda.reset_peak_memory_stats()
    return heat.sum().item()


def cards():
    names = []
    if not torch.cuda.is_available():
        return names
    for index in range(torch.cuda.device_count()):
        with torch.cuda.device(index):
            names.append(torch.cuda.current_device())
    return names


if __name__ == "__main__":
    fraction = free_fraction()
    print(fraction is None or 0 < fraction <= 1, warm_up(2), cards())
