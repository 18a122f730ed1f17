"""set_device by number, by device, by string, by -1."""
import os

import torch


def by_rank():
    rank = int(os.environ.get("LOCAL_RANK", 0))
    torch.accelerator.set_device_index(rank)
    device = torch.device("cuda", rank)
    return device


def by_object():
    torch.accelerator.set_device_index(torch.device("cuda:0"))
    return torch.accelerator.current_device_index()


def by_string():
    torch.accelerator.set_device_index(0)
    return torch.accelerator.current_device_index()


def by_keyword(number):
    torch.accelerator.set_device_index(number)
    return torch.accelerator.current_device_index()


def fraction(rows):
    torch.accelerator.set_device_index(rows.device)
    return torch.accelerator.current_device_index()


if __name__ == "__main__":
    if torch.cuda.is_available():
        print(by_rank(), by_object(), by_string(), by_keyword(0), fraction(torch.ones(1, device=torch.device(torch.accelerator.current_accelerator().type, 0))))
    else:
        print("nothing to set")
    torch.accelerator.set_device_index(-1)
