import torch
from torch import nn


class CRF(nn.Module):
    def __init__(self, tags):
        super().__init__()
        trans = torch.randn(tags, tags)
        trans[0, :] = -1e4
        self.transitions = trans  # BUG: unregistered-tensor-attr
        self.start = nn.Parameter(torch.zeros(tags))

    def forward(self, emissions):
        alpha = self.start + emissions[:, 0]
        for t in range(1, emissions.size(1)):
            scores = alpha.unsqueeze(2) + self.transitions.unsqueeze(0)  # RAISES-AT
            alpha = torch.logsumexp(scores, dim=1) + emissions[:, t]
        return torch.logsumexp(alpha, -1)


class Tagger(nn.Module):
    def __init__(self, dim=4, tags=3):
        super().__init__()
        self.emit = nn.Linear(dim, tags)
        self.crf = CRF(tags)

    def forward(self, x):
        return self.crf(self.emit(x)).mean()


if __name__ == "__main__":
    device = torch.device("cuda")
    Tagger().to(device)(torch.randn(2, 5, 4).to(device)).backward()
