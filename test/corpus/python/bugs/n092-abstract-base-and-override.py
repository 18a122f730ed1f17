import torch
from torch import nn


class BaseLoss(nn.Module):
    def __init__(self, reduction="mean"):
        super().__init__()
        self.reduction = reduction

    def compute(self, pred, target):
        raise NotImplementedError

    def forward(self, pred, target):
        loss = self.compute(pred, target)
        return loss.mean() if self.reduction == "mean" else loss


class SSIM1D(BaseLoss):
    def __init__(self, size=3, **kw):
        super().__init__(**kw)
        g = torch.exp(-torch.arange(size).float() ** 2)
        self.kernel = (g / g.sum()).view(1, 1, -1)  # BUG: unregistered-tensor-attr

    def compute(self, pred, target):
        mu = nn.functional.conv1d(pred, self.kernel)  # RAISES-AT
        nu = nn.functional.conv1d(target, self.kernel)
        return (mu - nu) ** 2


if __name__ == "__main__":
    dev = torch.device("cuda")
    crit = SSIM1D().to(dev)
    crit(torch.rand(2, 1, 8, device=dev), torch.rand(2, 1, 8, device=dev))
