import torch
from torch import nn


class Sigma(nn.Module):
    def __init__(self, dim, device):
        super().__init__()
        self.log_sigma = nn.Parameter(torch.zeros(dim, device=device))
        self.offset = nn.Parameter(torch.zeros(dim).to(device))
        self.to(device)

    def forward(self, x):
        return x * self.log_sigma.exp() + self.offset


class Latent:
    def __init__(self, device):
        self.z = torch.zeros(1, 3).to(device).requires_grad_(True)
        self.w = torch.zeros(3).to(device)
        self.w.requires_grad_()
        self.opt = torch.optim.Adam([self.z, self.w])


if __name__ == "__main__":
    d = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    Sigma(3, d)(torch.randn(2, 3, device=d)).sum().backward()
    Latent(d)
