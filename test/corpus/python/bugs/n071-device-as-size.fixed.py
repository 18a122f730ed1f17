import torch


def padding(rows, width, device):
    return torch.zeros(rows, width, device=device)


def pad_to(x, n):
    missing = n - x.size(0)
    if missing <= 0:
        return x
    return torch.cat([x, padding(missing, x.size(1), x.device)])


if __name__ == "__main__":
    pad_to(torch.randn(2, 3, device="cuda"), 4)
