"""while and for with else, break, continue, del."""
import torch


def search(limit):
    for index in range(torch.cuda.device_count()):
        if torch.cuda.memory_allocated(index) <= limit:
            break
    else:
        return "none free"
    return torch.device("cuda", index)


def drain(steps):
    while steps:
        steps -= 1
        if steps % 2:
            continue
        torch.cuda.empty_cache()
    else:
        torch.cuda.empty_cache()
        return "drained"


def forget():
    rows = torch.ones(8, device="cuda" if torch.cuda.is_available() else "cpu")
    size = rows.numel()
    del rows
    torch.cuda.empty_cache()
    return size, torch.cuda.memory_allocated()


if __name__ == "__main__":
    print(search(1 << 40), drain(3), forget())
