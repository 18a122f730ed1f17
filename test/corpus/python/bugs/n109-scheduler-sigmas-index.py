import torch
from torch import nn


class EulerScheduler:
    def __init__(self, steps=10):
        self.sigmas = torch.linspace(10, 0.01, steps)
        self.timesteps = torch.arange(steps)

    def add_noise(self, x, noise, timesteps):
        sigma = self.sigmas[timesteps].flatten()  # BUG: index-device
        while sigma.ndim < x.ndim:
            sigma = sigma.unsqueeze(-1)
        return x + noise * sigma


def train_step(net, sched, x):
    t = torch.randint(0, 10, (x.size(0),), device=x.device)
    noise = torch.randn_like(x)
    return (net(sched.add_noise(x, noise, t)) - noise).pow(2).mean()


if __name__ == "__main__":
    d = "cuda"
    train_step(nn.Conv2d(1, 1, 1).to(d), EulerScheduler(), torch.rand(2, 1, 4, 4, device=d)).backward()
