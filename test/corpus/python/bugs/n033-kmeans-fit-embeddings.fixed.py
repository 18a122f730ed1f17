from sklearn.cluster import KMeans
import torch
from torch import nn


def collect(encoder, batches, device):
    feats = []
    encoder.eval()
    with torch.no_grad():
        for b in batches:
            feats.append(encoder(b.to(device)))
    return torch.cat(feats)


def init_centers(encoder, batches, device, k=2):
    z = collect(encoder, batches, device)
    km = KMeans(n_clusters=k, n_init=5)
    km.fit(z.cpu().numpy())
    return torch.tensor(km.cluster_centers_, device=device)


if __name__ == "__main__":
    device = torch.device("cuda")
    init_centers(nn.Linear(4, 2).to(device), [torch.randn(5, 4), torch.randn(5, 4)], device)
