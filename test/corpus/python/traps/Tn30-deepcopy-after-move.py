import copy
import torch
from torch import nn


class Agent:
    def __init__(self, device):
        self.net = nn.Linear(3, 2).to(device)
        self.target = copy.deepcopy(self.net)
        self.ema = {k: v.clone() for k, v in self.net.state_dict().items()}
        self.device = device

    def learn(self, s, a):
        s, a = s.to(self.device), a.to(self.device)
        q = self.net(s).gather(1, a[:, None])
        with torch.no_grad():
            y = self.target(s).max(1, keepdim=True).values
        for k, v in self.net.state_dict().items():
            self.ema[k].mul_(0.9).add_(v, alpha=0.1)
        return (q - y).pow(2).mean()


if __name__ == "__main__":
    d = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    Agent(d).learn(torch.randn(4, 3), torch.tensor([0, 1, 1, 0])).backward()
