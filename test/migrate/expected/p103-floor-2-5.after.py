# torch: 2.5
"""Older than torch.accelerator: nothing of it may appear."""
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def tidy():
    torch.cuda.empty_cache()
    if torch.cuda.is_available():
        torch.cuda.synchronize()


def forward(rows):
    with torch.amp.autocast(device_type=device.type, enabled=torch.cuda.is_available()):
        return (rows.to(device) * 2).sum().item()


if __name__ == "__main__":
    tidy()
    print(forward(torch.ones(3)), torch.cuda.device_count() == 0 or device.type != "cpu")
