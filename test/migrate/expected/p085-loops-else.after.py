"""while and for with else, break, continue, del."""
import torch


def search(limit):
    for index in range(torch.accelerator.device_count()):
        if torch.accelerator.memory_allocated(index) <= limit:
            break
    else:
        return "none free"
    return torch.device("cuda", index)


def drain(steps):
    while steps:
        steps -= 1
        if steps % 2:
            continue
        if torch.accelerator.is_available():
            torch.accelerator.empty_cache()
    else:
        if torch.accelerator.is_available():
            torch.accelerator.empty_cache()
        return "drained"


def forget():
    rows = torch.ones(8, device=(torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")).type)
    size = rows.numel()
    del rows
    if torch.accelerator.is_available():
        torch.accelerator.empty_cache()
    return size, (torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0)


if __name__ == "__main__":
    print(search(1 << 40), drain(3), forget())
