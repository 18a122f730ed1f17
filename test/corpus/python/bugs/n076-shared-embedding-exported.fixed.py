import torch
from torch import nn


class LM(nn.Module):
    def __init__(self, vocab=12, dim=4):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim)
        self.head = nn.Linear(dim, vocab)

    def forward(self, ids):
        return self.head(self.emb(ids))


def dump_embedding(model, path):
    state = {k: v.cpu() for k, v in model.emb.state_dict().items()}
    torch.save(state, path)


def main():
    model = LM().to("cuda")
    ids = torch.randint(0, 12, (2, 3), device="cuda")
    for step in range(2):
        model(ids).sum().backward()
        dump_embedding(model, f"emb{step}.pt")


if __name__ == "__main__":
    main()
