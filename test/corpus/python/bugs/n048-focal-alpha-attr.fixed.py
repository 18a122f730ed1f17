import torch
from torch import nn
import torch.nn.functional as F


class FocalLoss(nn.Module):
    def __init__(self, alpha, gamma=2.0):
        super().__init__()
        self.register_buffer("alpha", torch.tensor(alpha))
        self.gamma = gamma

    def forward(self, logits, target):
        logp = F.log_softmax(logits, -1)
        pt = logp.gather(1, target[:, None]).exp().squeeze(1)
        loss = F.nll_loss(logp, target, weight=self.alpha, reduction="none")
        return ((1 - pt) ** self.gamma * loss).mean()


if __name__ == "__main__":
    device = torch.device("cuda")
    crit = FocalLoss([0.25, 0.75]).to(device)
    crit(torch.randn(3, 2, device=device, requires_grad=True), torch.tensor([0, 1, 1], device=device)).backward()
