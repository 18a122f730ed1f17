"""Conditional expressions inside others, parentheses, starred and sliced."""
import torch

forced = None
device = torch.device(forced if forced else (torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")).type)
kind = (torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")).type
level = 2 if torch.cuda.device_count() > 1 else 1 if torch.cuda.is_available() else 0
pair = ((torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")).type, torch.accelerator.device_count())
upper = ((torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")).type).upper()
reversed_order = (torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")).type


def show(*devices, **named):
    return [str(d) for d in devices], sorted(named)


if __name__ == "__main__":
    print(device, kind, level, pair[0], upper, reversed_order)
    print(show(*[(torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")).type], where=(torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")).type))
    print(torch.zeros(1, device=kind).item(), len(reversed_order) == len(kind))
