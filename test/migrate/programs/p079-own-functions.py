"""Module functions that share their names with torch.cuda."""
import torch

calls = []


def synchronize(device=None):
    calls.append("synchronize")
    if torch.cuda.is_available():
        torch.cuda.synchronize(device)


def empty_cache():
    calls.append("empty_cache")
    torch.cuda.empty_cache()


def is_available():
    return bool(calls)


def current_device():
    return torch.cuda.current_device() if torch.cuda.is_available() else None


class Accelerator:
    @staticmethod
    def is_available():
        return "mine"


accelerator = Accelerator()

if __name__ == "__main__":
    synchronize()
    empty_cache()
    print(calls, is_available(), current_device(), accelerator.is_available())
