"""if/elif ladder over the backends, nothing but the device differs."""
import torch

device = torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")


def histogram(values, bins):
    data = torch.tensor(values, device=device)
    edges = torch.arange(bins, device=device).unsqueeze(1)
    return (data.unsqueeze(0) == edges).sum(dim=1).tolist()


if __name__ == "__main__":
    print(histogram([0, 1, 1, 2, 2, 2], 3))
    print(device)
