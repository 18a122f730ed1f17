import torch
from torch import nn


class SpecAugment(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.width = width

    def forward(self, spec):
        b, f, t = spec.shape
        start = torch.randint(0, t - self.width, (b, 1), device=spec.device)
        pos = torch.arange(t, device=spec.device)[None]
        hide = (pos >= start) & (pos < start + self.width)
        return spec.masked_fill(hide[:, None], 0.0)


class ASR(nn.Module):
    def __init__(self):
        super().__init__()
        self.aug = SpecAugment(2)
        self.enc = nn.Conv1d(4, 5, 3, padding=1)

    def forward(self, spec):
        if self.training:
            spec = self.aug(spec)
        return self.enc(spec)


if __name__ == "__main__":
    ASR().to("cuda")(torch.rand(2, 4, 9, device="cuda"))
