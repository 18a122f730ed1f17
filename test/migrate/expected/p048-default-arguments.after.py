"""Devices as default arguments."""
import torch


def grid(size, device=(torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")).type):
    return torch.arange(size, device=device)


def shifted(size, device=(torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")), by=1):
    return grid(size, device) + by


def to_card(rows, device="cuda"):
    """Only called where there is a card."""
    return rows.to(device)


def pinned(rows, pin=torch.accelerator.is_available()):
    return rows.pin_memory() if pin else rows


class Model:
    def __init__(self, width=2, *, device: str = f"{torch.accelerator.current_accelerator().type}:0" if torch.accelerator.is_available() else "cpu"):
        self.device = device
        self.rows = torch.zeros(width, device=device)


if __name__ == "__main__":
    print(grid(4).sum().item(), shifted(3).tolist(), Model().device)
    rows = to_card(torch.ones(2)) if torch.cuda.is_available() else torch.ones(2)
    print(rows.sum().item(), pinned(torch.ones(3)).sum().item(), grid(2, "cpu").tolist())
