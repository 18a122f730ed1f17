import torch


def synchronise(t):
    if t.device == "cuda":  # BUG: device-comparison
        torch.cuda.synchronize()
    return t


def bench(fn, device, n=3):
    x = torch.randn(4, 4, device=device)
    for _ in range(n):
        x = synchronise(fn(x))
    return x.sum().item()


if __name__ == "__main__":
    bench(lambda m: m @ m, torch.device("cuda" if torch.cuda.is_available() else "cpu"))
