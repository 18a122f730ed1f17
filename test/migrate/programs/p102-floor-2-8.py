# torch: 2.8
"""A floor of 2.8: device_index and stream contexts are there, the memory functions are not."""
import torch


def cards():
    found = []
    for index in range(torch.cuda.device_count()):
        with torch.cuda.device(index):
            found.append(torch.cuda.current_device())
    return found


def copy(rows):
    if not torch.cuda.is_available():
        return rows.tolist()
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        moved = rows.to("cuda")
    stream.synchronize()
    torch.cuda.empty_cache()
    return moved.tolist()


if __name__ == "__main__":
    print(cards(), copy(torch.ones(2)), torch.cuda.memory_reserved() >= 0)
