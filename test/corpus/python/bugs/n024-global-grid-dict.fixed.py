import torch
import torch.nn.functional as F

backwarp_grid = {}


def backwarp(x, flow):
    key = tuple(flow.shape[-2:])
    key = (key, flow.device)
    if key not in backwarp_grid:
        hor = torch.linspace(-1.0, 1.0, flow.size(3), device=flow.device).view(1, 1, 1, -1).expand(-1, -1, flow.size(2), -1)
        ver = torch.linspace(-1.0, 1.0, flow.size(2), device=flow.device).view(1, 1, -1, 1).expand(-1, -1, -1, flow.size(3))
        backwarp_grid[key] = torch.cat([hor, ver], dim=1)
    return F.grid_sample(x, (backwarp_grid[key] + flow).permute(0, 2, 3, 1), align_corners=False)


def compare(x, flow):
    a = backwarp(x.cuda(), flow.cuda())
    b = backwarp(x.cpu(), flow.cpu())
    return (a.cpu() - b).abs().max()


if __name__ == "__main__":
    compare(torch.rand(1, 1, 4, 4), torch.zeros(1, 2, 4, 4))
