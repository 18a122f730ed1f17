import torch
from torch import nn

DEFAULT = torch.device("cuda")


def rays(h, w, device=DEFAULT):
    ys, xs = torch.meshgrid(torch.arange(h, device=device), torch.arange(w, device=device), indexing="ij")
    return torch.stack([xs, ys, torch.ones_like(xs)], -1).float()


class Field(nn.Module):
    def __init__(self):
        super().__init__()
        self.mlp = nn.Linear(3, 4)

    def render(self, h, w):
        d = rays(h, w)  # BUG: default-arg-device
        return self.mlp(d.view(-1, 3))  # RAISES-AT


if __name__ == "__main__":
    with torch.no_grad():
        Field().to("cpu").render(2, 3)
