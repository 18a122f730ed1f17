"""Defaults with `or`, and the old and-or idiom."""
import torch


def open_session(device=None):
    device = device or ((torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")).type)
    return torch.zeros(2, device=device).device.type


def open_session_object(device=None):
    device = device or (torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu"))
    return torch.device(device).type


def old_style():
    return torch.cuda.is_available() and "cuda" or "cpu"


def given_none(device=None):
    if device is None:
        device = torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")
    return device


if __name__ == "__main__":
    print(open_session("cpu"), open_session() == old_style())
    print(open_session_object("cpu"), open_session_object())
    print(given_none(), given_none("cpu"), given_none().index)
