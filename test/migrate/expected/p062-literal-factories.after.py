# flags: --unsafe-fixes
"""device="cuda" in factories, in calls of several lines, positional in torch.device."""
import torch

device = torch.accelerator.current_accelerator() or torch.device("cpu")


def table(size):
    return torch.zeros(
        size,
        size,
        dtype=torch.float32,
        device=device,  # the big one
    )


def both(size):
    left = torch.arange(size, device=device)
    right = torch.arange(size, device=device)
    third = torch.full_like(left, 2, device=device)
    return (left * right + third).tolist()


def main():
    if torch.accelerator.is_available():
        print(table(2).sum().item(), both(3))
        print(torch.randn(2, device=torch.device(torch.accelerator.current_accelerator().type, 0)).shape, torch.empty(0, device=torch.device(torch.accelerator.current_accelerator().type, 0)).device)
    else:
        print("skipped")


if __name__ == "__main__":
    main()
