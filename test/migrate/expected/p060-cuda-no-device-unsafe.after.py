# flags: --unsafe-fixes
"""No device variable anywhere: one has to be introduced, once."""
import torch
from torch import nn

device = torch.accelerator.current_accelerator() or torch.device("cpu")


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(4, 2)
        nn.init.ones_(self.table.weight)

    def forward(self, ids):
        return self.table(ids).sum(dim=1)


def main():
    if not torch.accelerator.is_available():
        print("needs a card")
        return
    encoder = Encoder().to(torch.accelerator.current_accelerator())
    ids = torch.tensor([0, 3, 1]).to(torch.accelerator.current_accelerator())
    goal = torch.full((3,), 2.0, device=device)
    error = (encoder(ids) - goal).abs().sum()
    torch.accelerator.synchronize()
    print(error.item(), ids.device, goal.to(device).tolist())


if __name__ == "__main__":
    main()
