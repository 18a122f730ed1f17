import torch
from torch import nn


class LearnedSigma(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.log_sigma = nn.Parameter(torch.zeros(dim).cuda())
        self.mu = nn.Linear(dim, dim).cuda()

    def forward(self, x):
        return self.mu(x) + self.log_sigma.exp() * torch.randn_like(x)


if __name__ == "__main__":
    net = LearnedSigma(3)
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    net(torch.randn(2, 3).cuda()).sum().backward()
    opt.step()
