import torch
from torch import nn


def gae(rewards, values, gamma=0.99, lam=0.95):
    adv, last = [], 0.0
    for t in reversed(range(len(rewards))):
        nxt = values[t + 1] if t + 1 < len(values) else 0.0
        delta = rewards[t] + gamma * nxt - values[t]
        last = delta + gamma * lam * last
        adv.insert(0, last)
    return torch.tensor(adv)


class PPO:
    def __init__(self, device):
        self.device = torch.device(device)
        self.actor = nn.Linear(3, 2).to(self.device)

    def update(self, obs, actions, rewards, values):
        obs = obs.to(self.device)
        actions = actions.to(self.device)
        adv = gae(rewards, values).to(self.device)
        logp = self.actor(obs).log_softmax(-1).gather(1, actions[:, None]).squeeze(1)
        loss = -(logp * adv).mean()
        loss.backward()


if __name__ == "__main__":
    PPO("cuda").update(torch.randn(3, 3), torch.tensor([0, 1, 0]), [1.0, 0.0, 1.0], [0.5, 0.4, 0.2])
