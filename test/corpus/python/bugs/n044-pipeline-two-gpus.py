import torch
from torch import nn


class SplitModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.stage1 = nn.Linear(4, 8).to("cuda:0")
        self.stage2 = nn.Linear(8, 2).to("cuda:1")

    def forward(self, x):
        h = torch.relu(self.stage1(x.to("cuda:0")))
        return self.stage2(h)  # BUG: multi-gpu-mismatch


def main():
    model = SplitModel()
    out = model(torch.randn(3, 4))
    target = torch.randint(0, 2, (3,)).to("cuda:1")
    nn.functional.cross_entropy(out, target).backward()


if __name__ == "__main__":
    main()
