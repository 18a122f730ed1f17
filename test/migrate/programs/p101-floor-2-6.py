# torch: 2.6
"""A project that still supports torch 2.6: memory functions and streams are not there yet."""
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
name = "cuda" if torch.cuda.is_available() else "cpu"


def sweep():
    torch.cuda.empty_cache()
    return torch.cuda.memory_allocated()


def lane(rows):
    if not torch.cuda.is_available():
        return rows.sum().item()
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        rows = rows.to(device)
    torch.cuda.current_stream().wait_stream(side)
    torch.cuda.synchronize()
    return rows.sum().item()


def indexed(index):
    if torch.cuda.is_available():
        torch.cuda.set_device(index)
        with torch.cuda.device(index):
            return torch.cuda.current_device()
    return torch.cuda.device_count()


if __name__ == "__main__":
    print(sweep(), lane(torch.ones(3)), indexed(0), name == device.type)
