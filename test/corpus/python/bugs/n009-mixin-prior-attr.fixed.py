import torch
from torch import nn


class GaussianPriorMixin:
    def setup_prior(self, dim):
        self.register_buffer("prior_mean", torch.zeros(dim))

    def log_prior(self, z):
        return -0.5 * (z - self.prior_mean).pow(2).sum(-1)


class Posterior(GaussianPriorMixin, nn.Module):
    def __init__(self, cin, dim):
        super().__init__()
        self.net = nn.Linear(cin, 2 * dim)
        self.setup_prior(dim)

    def forward(self, x):
        mu, log_s = self.net(x).chunk(2, -1)
        z = mu + log_s.exp() * torch.randn_like(mu)
        return z, self.log_prior(z)


if __name__ == "__main__":
    device = torch.device("cuda")
    post = Posterior(4, 3).to(device)
    post(torch.randn(2, 4).to(device))[1].sum().backward()
