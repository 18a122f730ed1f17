# torch: 2.6
"""A project that still supports torch 2.6: memory functions and streams are not there yet."""
import torch

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")
name = torch.accelerator.current_accelerator().type if torch.accelerator.is_available() else "cpu"


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
    torch.accelerator.synchronize()
    return rows.sum().item()


def indexed(index):
    if torch.cuda.is_available():
        torch.accelerator.set_device_index(index)
        with torch.cuda.device(index):
            return torch.accelerator.current_device_index()
    return torch.accelerator.device_count()


if __name__ == "__main__":
    print(sweep(), lane(torch.ones(3)), indexed(0), name == device.type)
