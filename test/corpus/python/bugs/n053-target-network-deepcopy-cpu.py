import copy
import torch
from torch import nn


class SAC:
    def __init__(self, obs, device):
        self.device = device
        self.critic = nn.Linear(obs, 1)
        self.critic_target = copy.deepcopy(self.critic)  # BUG: model-not-moved
        self.critic.to(device)

    def update(self, obs, reward, nxt):
        obs, reward, nxt = (t.to(self.device) for t in (obs, reward, nxt))
        with torch.no_grad():
            target = reward + 0.99 * self.critic_target(nxt)  # RAISES-AT
        return nn.functional.mse_loss(self.critic(obs), target)


if __name__ == "__main__":
    SAC(3, torch.device("cuda")).update(torch.randn(4, 3), torch.randn(4, 1), torch.randn(4, 3)).backward()
