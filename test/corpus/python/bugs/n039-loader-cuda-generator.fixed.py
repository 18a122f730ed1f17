import torch
from torch.utils.data import DataLoader, TensorDataset


def loaders(train, test, device, seed=0):
    g = torch.Generator()
    g.manual_seed(seed)
    return (
        DataLoader(train, batch_size=2, shuffle=True, generator=g),
        DataLoader(test, batch_size=2),
    )


def main():
    device = torch.device("cuda")
    ds = TensorDataset(torch.randn(6, 2))
    train, _ = loaders(ds, ds, device)
    for (x,) in train:
        x.to(device).sum()


if __name__ == "__main__":
    main()
