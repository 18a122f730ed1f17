"""Assignment expressions around availability and devices."""
import torch


def open_device():
    if (on := torch.cuda.is_available()) and torch.cuda.device_count() > 0:
        torch.cuda.synchronize()
    rows = torch.ones(2, device=(where := "cuda" if on else "cpu"))
    return rows.sum().item(), where


def first_free(limit):
    index = -1
    while (index := index + 1) < torch.cuda.device_count():
        if (free := torch.cuda.mem_get_info(index)[0]) > limit:
            return index, free > 0
    return None


def grown(work):
    work((before := torch.cuda.memory_allocated()))
    return torch.cuda.memory_allocated() - before


if __name__ == "__main__":
    print(open_device(), first_free(10), grown(lambda held: None))
    print([n for n in range(2) if (cards := torch.cuda.device_count()) >= n], cards >= 0)
