"""set_device by number, by device, by string, by -1."""
import os

import torch


def by_rank():
    rank = int(os.environ.get("LOCAL_RANK", 0))
    torch.cuda.set_device(rank)
    device = torch.device("cuda", rank)
    return device


def by_object():
    torch.cuda.set_device(torch.device("cuda:0"))
    return torch.cuda.current_device()


def by_string():
    torch.cuda.set_device("cuda:0")
    return torch.cuda.current_device()


def by_keyword(number):
    torch.cuda.set_device(device=number)
    return torch.cuda.current_device()


def fraction(rows):
    torch.cuda.set_device(rows.device)
    return torch.cuda.current_device()


if __name__ == "__main__":
    if torch.cuda.is_available():
        print(by_rank(), by_object(), by_string(), by_keyword(0), fraction(torch.ones(1, device="cuda:0")))
    else:
        print("nothing to set")
    torch.cuda.set_device(-1)
