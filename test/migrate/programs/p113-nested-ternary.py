"""Conditional expressions inside others, parentheses, starred and sliced."""
import torch

forced = None
device = torch.device(forced if forced else "cuda" if torch.cuda.is_available() else "cpu")
kind = "cuda" if torch.cuda.is_available() else ("mps" if torch.backends.mps.is_available() else "cpu")
level = 2 if torch.cuda.device_count() > 1 else 1 if torch.cuda.is_available() else 0
pair = ("cuda" if torch.cuda.is_available() else "cpu", torch.cuda.device_count())
upper = ("cuda" if torch.cuda.is_available() else "cpu").upper()
reversed_order = "cpu" if not torch.cuda.is_available() else "cuda"


def show(*devices, **named):
    return [str(d) for d in devices], sorted(named)


if __name__ == "__main__":
    print(device, kind, level, pair[0], upper, reversed_order)
    print(show(*["cuda" if torch.cuda.is_available() else "cpu"], where="cuda" if torch.cuda.is_available() else "cpu"))
    print(torch.zeros(1, device=kind).item(), len(reversed_order) == len(kind))
