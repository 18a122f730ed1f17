# torch: 2.8
"""A floor of 2.8: device_index and stream contexts are there, the memory functions are not."""
import torch


def cards():
    found = []
    for index in range(torch.accelerator.device_count()):
        with torch.accelerator.device_index(index):
            found.append(torch.accelerator.current_device_index())
    return found


def copy(rows):
    if not torch.cuda.is_available():
        return rows.tolist()
    stream = torch.Stream()
    with stream:
        moved = rows.to(torch.accelerator.current_accelerator())
    stream.synchronize()
    torch.cuda.empty_cache()
    return moved.tolist()


if __name__ == "__main__":
    print(cards(), copy(torch.ones(2)), torch.cuda.memory_reserved() >= 0)
