"""if/elif ladder over the backends, nothing but the device differs."""
import torch

if torch.cuda.is_available():
    device = torch.device("cuda")
elif torch.backends.mps.is_available():
    device = torch.device("mps")
else:
    device = torch.device("cpu")


def histogram(values, bins):
    data = torch.tensor(values, device=device)
    edges = torch.arange(bins, device=device).unsqueeze(1)
    return (data.unsqueeze(0) == edges).sum(dim=1).tolist()


if __name__ == "__main__":
    print(histogram([0, 1, 1, 2, 2, 2], 3))
    print(device)
