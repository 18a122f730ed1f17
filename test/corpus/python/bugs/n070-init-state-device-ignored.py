import torch
from torch import nn


class Memory(nn.Module):
    def __init__(self, slots, width, device="cpu"):
        super().__init__()
        self.slots, self.width = slots, width
        self.read = nn.Linear(width, width, device=device)

    def fresh(self, batch, device):
        return torch.zeros(batch, self.slots, self.width)  # BUG: device-arg-ignored

    def forward(self, x):
        mem = self.fresh(x.size(0), x.device)
        key = self.read(x).unsqueeze(-1)
        return (mem @ key).squeeze(-1)  # RAISES-AT


if __name__ == "__main__":
    dev = torch.device("cuda:0")
    Memory(3, 4, device=dev)(torch.randn(2, 4, device=dev))
