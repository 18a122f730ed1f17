# flags: --unsafe-fixes
"""device="cuda" in factories, in calls of several lines, positional in torch.device."""
import torch


def table(size):
    return torch.zeros(
        size,
        size,
        dtype=torch.float32,
        device="cuda",  # the big one
    )


def both(size):
    left = torch.arange(size, device="cuda")
    right = torch.arange(size, device=torch.device("cuda"))
    third = torch.full_like(left, 2, device='cuda')
    return (left * right + third).tolist()


def main():
    if torch.cuda.is_available():
        print(table(2).sum().item(), both(3))
        print(torch.randn(2, device="cuda:0").shape, torch.empty(0, device=torch.device("cuda:0")).device)
    else:
        print("skipped")


if __name__ == "__main__":
    main()
