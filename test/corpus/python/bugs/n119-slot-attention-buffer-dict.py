import torch
from torch import nn


class Slots(nn.Module):
    def __init__(self, k, dim):
        super().__init__()
        self.init = {"mu": torch.zeros(1, k, dim), "sigma": torch.ones(1, k, dim)}  # BUG: unregistered-tensor-attr
        self.q = nn.Linear(dim, dim)

    def forward(self, x):
        slots = self.init["mu"] + self.init["sigma"] * torch.randn_like(self.init["mu"])
        att = (self.q(slots) @ x.transpose(1, 2)).softmax(1)  # RAISES-AT
        return att @ x


if __name__ == "__main__":
    Slots(2, 3).to("cuda")(torch.randn(2, 5, 3, device="cuda"))
