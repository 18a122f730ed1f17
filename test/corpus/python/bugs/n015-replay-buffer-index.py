import torch


class RolloutBuffer:
    def __init__(self, size, obs_dim, device):
        self.device = device
        self.obs = torch.zeros(size, obs_dim)  # BUG: index-device
        self.adv = torch.zeros(size, device=device)

    def minibatches(self, n):
        order = torch.randperm(len(self.adv), device=self.device)
        for idx in order.split(n):
            yield self.obs[idx], self.adv[idx]  # RAISES-AT


def update(policy, buffer):
    for obs, adv in buffer.minibatches(2):
        (policy(obs).mean() * adv.mean()).backward()


if __name__ == "__main__":
    device = torch.device("cuda")
    update(torch.nn.Linear(3, 1).to(device), RolloutBuffer(6, 3, device))
