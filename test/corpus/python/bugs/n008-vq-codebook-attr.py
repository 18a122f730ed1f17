import torch
from torch import nn
import torch.nn.functional as F


class Quantizer(nn.Module):
    def __init__(self, n_codes, dim, decay=0.99):
        super().__init__()
        self.decay = decay
        self.register_buffer("codes", torch.randn(n_codes, dim))
        self.cluster_size = torch.zeros(n_codes)  # BUG: unregistered-tensor-attr

    def forward(self, z):
        dist = torch.cdist(z, self.codes)
        idx = dist.argmin(-1)
        hot = F.one_hot(idx, self.codes.size(0)).type_as(z)
        if self.training:
            self.cluster_size.mul_(self.decay).add_(hot.sum(0), alpha=1 - self.decay)  # RAISES-AT
        return hot @ self.codes


class VQVAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc, self.dec = nn.Linear(6, 3), nn.Linear(3, 6)
        self.vq = Quantizer(8, 3)

    def forward(self, x):
        return self.dec(self.vq(self.enc(x)))


if __name__ == "__main__":
    VQVAE().to("cuda")(torch.randn(5, 6, device="cuda"))
