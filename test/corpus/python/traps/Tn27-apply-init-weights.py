import torch
from torch import nn


def init(m):
    if isinstance(m, nn.Linear):
        nn.init.normal_(m.weight, std=torch.tensor(0.02).item())
        m.bias.data.zero_()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.apply(init)
        for name, m in self.named_modules():
            if isinstance(m, nn.Linear):
                m.weight.data.mul_(0.5)
        for p in self.parameters():
            p.data = p.data.clone()

    def forward(self, x):
        return self.body(x)


if __name__ == "__main__":
    Net().to("cuda" if torch.cuda.is_available() else "cpu")
