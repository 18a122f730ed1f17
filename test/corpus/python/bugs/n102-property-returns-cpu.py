import torch
from torch import nn


class AnchorFree(nn.Module):
    def __init__(self, strides=(8, 16)):
        super().__init__()
        self.strides = strides
        self.head = nn.Conv2d(3, 4, 1)

    @property
    def stride_tensor(self):
        return torch.tensor(self.strides, dtype=torch.float32)  # BUG: cpu-tensor-created

    def forward(self, feats):
        out = torch.stack([self.head(f).mean((2, 3)) for f in feats], 1)
        return out * self.stride_tensor[None, :, None]  # RAISES-AT


if __name__ == "__main__":
    AnchorFree().to("cuda:0")([torch.rand(1, 3, 4, 4, device="cuda:0") for _ in range(2)])
