import torch
from torch.utils.data import DataLoader, TensorDataset, random_split


def main():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    host = torch.Generator().manual_seed(1)
    train, test = random_split(TensorDataset(torch.arange(10)), [8, 2], generator=host)
    gen = torch.Generator(device=device).manual_seed(2)
    noise = torch.randn(2, 2, generator=gen, device=device)
    order = torch.randperm(4, generator=gen, device=gen.device)
    loader = DataLoader(train, shuffle=True, generator=torch.Generator().manual_seed(3))
    return noise, order, len(loader), len(test)


if __name__ == "__main__":
    main()
