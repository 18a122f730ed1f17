import torch
from torch import nn
import torch.nn.functional as F


class NTXent(nn.Module):
    def __init__(self, temperature=0.1):
        super().__init__()
        self.t = temperature

    def forward(self, a, b):
        z = F.normalize(torch.cat([a, b]), dim=1)
        n = a.size(0)
        sim = z @ z.t() / self.t
        mask = torch.eye(2 * n, dtype=torch.bool)  # BUG: cpu-tensor-created
        sim = sim.masked_fill(mask, -1e9)  # RAISES-AT
        target = torch.cat([torch.arange(n, 2 * n), torch.arange(n)]).to(z.device)
        return F.cross_entropy(sim, target)


class SimCLR:
    def __init__(self, encoder, device):
        self.encoder, self.device = encoder.to(device), device
        self.criterion = NTXent().to(device)

    def step(self, views):
        a, b = (self.encoder(v.to(self.device)) for v in views)
        return self.criterion(a, b)


if __name__ == "__main__":
    SimCLR(nn.Linear(3, 2), "cuda").step((torch.randn(4, 3), torch.randn(4, 3))).backward()
