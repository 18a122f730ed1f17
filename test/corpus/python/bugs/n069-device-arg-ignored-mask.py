import torch


def lengths_to_mask(lengths, max_len=None, device=None):
    max_len = max_len or int(lengths.max())
    steps = torch.arange(max_len)  # BUG: device-arg-ignored
    return steps[None] < lengths[:, None]  # RAISES-AT


class Pooler(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.gate = torch.nn.Linear(3, 1)

    def forward(self, x, lengths):
        mask = lengths_to_mask(lengths, x.size(1), device=x.device)
        w = self.gate(x).squeeze(-1).masked_fill(~mask, -1e4).softmax(-1)
        return (w[..., None] * x).sum(1)


if __name__ == "__main__":
    d = torch.device("cuda")
    Pooler().to(d)(torch.randn(2, 4, 3, device=d), torch.tensor([4, 2], device=d))
