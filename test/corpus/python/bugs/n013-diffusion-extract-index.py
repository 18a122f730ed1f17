import torch
from torch import nn


def extract(a, t, shape):
    out = a.gather(-1, t)  # BUG: index-device
    return out.reshape(t.shape[0], *([1] * (len(shape) - 1)))


class Diffusion:
    def __init__(self, model, timesteps=10):
        self.model = model
        betas = torch.linspace(1e-4, 0.02, timesteps)
        acp = torch.cumprod(1.0 - betas, 0)
        self.sqrt_acp = acp.sqrt()
        self.sqrt_om = (1 - acp).sqrt()
        self.T = timesteps

    def q_sample(self, x, t, noise):
        return extract(self.sqrt_acp, t, x.shape) * x + extract(self.sqrt_om, t, x.shape) * noise

    def p_loss(self, x):
        t = torch.randint(0, self.T, (x.shape[0],), device=x.device).long()
        noise = torch.randn_like(x)
        return nn.functional.mse_loss(self.model(self.q_sample(x, t, noise)), noise)


if __name__ == "__main__":
    device = "cuda"
    Diffusion(nn.Conv2d(1, 1, 3, padding=1).to(device)).p_loss(torch.randn(2, 1, 4, 4).to(device)).backward()
