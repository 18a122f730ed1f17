"""Assignment expressions around availability and devices."""
import torch


def open_device():
    if (on := torch.accelerator.is_available()) and torch.accelerator.device_count() > 0:
        torch.accelerator.synchronize()
    rows = torch.ones(2, device=(where := (torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")).type))
    return rows.sum().item(), where


def first_free(limit):
    index = -1
    while (index := index + 1) < torch.cuda.device_count():
        if (free := torch.accelerator.get_memory_info(index)[0]) > limit:
            return index, free > 0
    return None


def grown(work):
    work((before := torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0))
    return (torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0) - before


if __name__ == "__main__":
    print(open_device(), first_free(10), grown(lambda held: None))
    print([n for n in range(2) if (cards := torch.cuda.device_count()) >= n], cards >= 0)
