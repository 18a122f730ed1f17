"""Functions that leave early where there is no device."""
import torch


def free_fraction():
    if not torch.accelerator.is_available():
        return None
    free, total = torch.accelerator.get_memory_info()
    return free / total


def warm_up(rounds):
    if not torch.accelerator.is_available():
        return 0
    device = torch.accelerator.current_accelerator()
    heat = torch.ones(4, 4, device=device)
    for _ in range(rounds):
        heat = heat @ heat / 4
    torch.accelerator.synchronize()
    torch.accelerator.reset_peak_memory_stats()
    return heat.sum().item()


def cards():
    names = []
    if not torch.accelerator.is_available():
        return names
    for index in range(torch.accelerator.device_count()):
        with torch.accelerator.device_index(index):
            names.append(torch.accelerator.current_device_index())
    return names


if __name__ == "__main__":
    fraction = free_fraction()
    print(fraction is None or 0 < fraction <= 1, warm_up(2), cards())
