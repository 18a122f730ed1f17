import torch
from torch import nn

SMOOTH = {
    "label": lambda y, n: torch.full((len(y), n), 0.1 / n, device=y.device),
}


def soft_targets(y, n, kind="label"):
    base = SMOOTH[kind](y, n)
    hot = nn.functional.one_hot(y, n).float()
    return base + 0.9 * hot


if __name__ == "__main__":
    d = "cuda"
    net = nn.Linear(3, 4).to(d)
    y = torch.tensor([1, 2]).to(d)
    loss = -(soft_targets(y, 4) * net(torch.randn(2, 3).to(d)).log_softmax(-1)).sum()
    loss.backward()
