"""Someone started by hand: names that do not exist, no-op statements, unguarded None."""
import torch


def settle_in(seat):
    torch.accelerator.set_device_index(seat)
    torch.accelerator.set_device_index(seat)
    return torch.accelerator.current_device_index()


def type_of_home():
    return (torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")).type


def is_plain_cpu():
    return torch.accelerator.current_accelerator().type == "cpu"


def label():
    return torch.accelerator.get_device_name(0)


def strong_enough():
    return torch.accelerator.get_device_capability()[0] >= 8


def finish(device):
    if torch.accelerator.is_available():
        torch.accelerator.synchronize(device)
    return device == "cuda"


def reseed(n):
    torch.manual_seed(n)


def free_bytes():
    return torch.accelerator.mem_get_info()[0]


if __name__ == "__main__":
    print(finish(torch.device("cpu")))
