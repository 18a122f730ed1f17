"""Spread over all cards, round robin, with the CPU as the only place otherwise."""
import torch


def places():
    if torch.accelerator.is_available():
        return [torch.device(torch.accelerator.current_accelerator().type, i) for i in range(torch.accelerator.device_count())]
    return [torch.device("cpu")]


def scatter(rows):
    spots = places()
    return [row.to(spots[n % len(spots)]) for n, row in enumerate(rows)]


def gather(rows, index=0):
    target = f"{torch.accelerator.current_accelerator().type}:{index}" if torch.accelerator.is_available() else "cpu"
    return torch.stack([row.to(target) for row in rows])


def wait():
    for index in range(torch.accelerator.device_count()):
        torch.accelerator.synchronize(index)
        torch.accelerator.synchronize(torch.device(torch.accelerator.current_accelerator().type, index))
    return torch.accelerator.device_count() > 1


def memory():
    return [torch.accelerator.memory_allocated(device) >= 0 for device in range(torch.accelerator.device_count())]


if __name__ == "__main__":
    print(gather(scatter([torch.ones(2), torch.zeros(2)])).sum().item(), wait(), memory(), len(places()))
