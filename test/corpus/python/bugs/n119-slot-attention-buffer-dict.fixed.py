import torch
from torch import nn


class Slots(nn.Module):
    def __init__(self, k, dim):
        super().__init__()
        self.register_buffer("mu", torch.zeros(1, k, dim))
        self.register_buffer("sigma", torch.ones(1, k, dim))
        self.q = nn.Linear(dim, dim)

    def forward(self, x):
        slots = self.mu + self.sigma * torch.randn_like(self.mu)
        att = (self.q(slots) @ x.transpose(1, 2)).softmax(1)
        return att @ x


if __name__ == "__main__":
    Slots(2, 3).to("cuda")(torch.randn(2, 5, 3, device="cuda"))
