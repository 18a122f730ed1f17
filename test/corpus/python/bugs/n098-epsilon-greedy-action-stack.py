import random
import torch
from torch import nn


class Policy:
    def __init__(self, net, device):
        self.net, self.device = net.to(device), device

    def act(self, state, eps):
        if random.random() < eps:
            return torch.tensor([[random.randrange(2)]])  # BUG: cpu-tensor-created
        with torch.no_grad():
            return self.net(state).argmax(1, keepdim=True)


def collect(policy, n=4):
    actions = []
    for _ in range(n):
        state = torch.randn(1, 3, device=policy.device)
        actions.append(policy.act(state, 0.5))
    return torch.cat(actions)  # RAISES-AT


if __name__ == "__main__":
    collect(Policy(nn.Linear(3, 2), torch.device("cuda")))
