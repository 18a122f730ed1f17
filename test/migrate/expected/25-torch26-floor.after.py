"""The project still supports torch 2.6: half of the newer API is not there yet."""
import torch

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")


def sweep():
    torch.cuda.empty_cache()
    return torch.cuda.memory_allocated()


def lane(work):
    if not torch.cuda.is_available():
        return work()
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        out = work()
    torch.cuda.current_stream().wait_stream(side)
    return out


def hop(slot: int, work):
    with torch.cuda.device(slot):
        return work()


def count():
    if torch.accelerator.is_available():
        torch.accelerator.set_device_index(0)
        torch.accelerator.synchronize()
    return torch.accelerator.device_count()


if __name__ == "__main__":
    print(sweep(), lane(lambda: 5), count() >= 0, torch.ones(2, device=device).sum().item())
