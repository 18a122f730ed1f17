"""The same without permission to introduce a variable: the literals are left for a person."""
import torch


def load(rows):
    return torch.tensor(rows).cuda()


def scale(rows, factor):
    return rows * torch.tensor(factor, device="cuda")


def main():
    if not torch.cuda.is_available():
        return "no card"
    rows = scale(load([1.0, 2.0]), 3.0)
    torch.accelerator.synchronize()
    return rows.tolist()


if __name__ == "__main__":
    print(main())
    if torch.accelerator.is_available():
        torch.accelerator.empty_cache()
