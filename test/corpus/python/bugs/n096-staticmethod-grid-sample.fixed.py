import torch
from torch import nn
import torch.nn.functional as F


class STN(nn.Module):
    def __init__(self):
        super().__init__()
        self.loc = nn.Linear(16, 6)

    @staticmethod
    def base_grid(n, h, w):
        theta = torch.eye(2, 3).unsqueeze(0).repeat(n, 1, 1)
        return F.affine_grid(theta, [n, 1, h, w], align_corners=False)

    def forward(self, x):
        n, _, h, w = x.shape
        grid = self.base_grid(n, h, w).to(x.device)
        delta = self.loc(x.flatten(1)).view(n, 2, 3).mean(-1)
        grid = grid + delta[:, None, None]
        return F.grid_sample(x, grid, align_corners=False)


if __name__ == "__main__":
    STN().cuda()(torch.rand(2, 1, 4, 4).cuda())
