"""Loader options behind a flag, as in the classic digit example."""
import torch
from torch.utils.data import DataLoader, TensorDataset


def main():
    use_cuda = torch.cuda.is_available()
    torch.manual_seed(1)
    device = torch.device("cuda" if use_cuda else "cpu")
    kwargs = {"num_workers": 0, "pin_memory": True} if use_cuda else {}
    data = TensorDataset(torch.arange(12.0).view(6, 2), torch.arange(6))
    loader = DataLoader(data, batch_size=2, shuffle=False, **kwargs)
    seen = 0.0
    for rows, labels in loader:
        rows, labels = rows.to(device), labels.to(device)
        seen += (rows.sum(dim=1) * labels).sum().item()
    print(seen, len(loader))
    print(sorted(kwargs), loader.pin_memory == use_cuda)


if __name__ == "__main__":
    main()
