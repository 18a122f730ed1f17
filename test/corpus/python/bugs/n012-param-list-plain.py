import torch
from torch import nn


class SoftPrompt(nn.Module):
    def __init__(self, n_layers, n_tokens, dim):
        super().__init__()
        self.prompts = []  # BUG: unregistered-module-container
        for _ in range(n_layers):
            self.prompts.append(nn.Parameter(torch.randn(n_tokens, dim) * 0.02))
        self.proj = nn.Linear(dim, dim)

    def forward(self, h, layer):
        p = self.prompts[layer].unsqueeze(0).expand(h.size(0), -1, -1)
        return self.proj(torch.cat([p, h], dim=1))  # RAISES-AT


def run(device="cuda"):
    sp = SoftPrompt(2, 3, 4).to(device)
    h = torch.randn(2, 5, 4, device=device)
    for i in range(2):
        h = sp(h, i)
    return h


if __name__ == "__main__":
    run()
