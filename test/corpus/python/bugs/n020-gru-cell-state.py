import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self, dim=4, vocab=7):
        super().__init__()
        self.dim = dim
        self.emb = nn.Embedding(vocab, dim)
        self.cell = nn.GRUCell(dim, dim)
        self.out = nn.Linear(dim, vocab)

    def start_state(self, batch_size):
        return torch.zeros(batch_size, self.dim)  # BUG: rnn-hidden-device

    def forward(self, tokens):
        h = self.start_state(tokens.size(0))
        logits = []
        for t in range(tokens.size(1)):
            h = self.cell(self.emb(tokens[:, t]), h)  # RAISES-AT
            logits.append(self.out(h))
        return torch.stack(logits, 1)


if __name__ == "__main__":
    gpu = torch.device("cuda", 0)
    Decoder().to(gpu)(torch.randint(0, 7, (2, 3)).to(gpu))
