import numpy as np
import torch
from torch import nn


class PolicyNet(nn.Module):
    def __init__(self, obs, act):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(obs, 8), nn.Tanh())
        self.mu = nn.Linear(8, act)

    def forward(self, obs):
        return self.mu(self.body(obs)).tanh()

    @torch.no_grad()
    def act(self, obs):
        device = next(self.parameters()).device
        obs = torch.as_tensor(obs, dtype=torch.float32, device=device)
        action = self(obs[None])[0]
        return np.asarray(action)  # BUG: numpy-cuda


def rollout(policy, steps=3):
    obs = np.zeros(4, dtype=np.float32)
    return [policy.act(obs) for _ in range(steps)]


if __name__ == "__main__":
    rollout(PolicyNet(4, 2).to("cuda"))
