import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self, dim=3, hidden=4):
        super().__init__()
        self.hidden = hidden
        self.rnn = nn.LSTM(dim, hidden, batch_first=True)
        self.h0 = nn.Parameter(torch.zeros(1, 1, hidden))

    def init(self, x):
        weight = next(self.parameters())
        c = weight.new_zeros(1, x.size(0), self.hidden)
        return self.h0.expand(-1, x.size(0), -1).contiguous(), c

    def forward(self, x, state=None):
        if state is None:
            state = self.init(x)
        out, state = self.rnn(x, state)
        return out, tuple(s.detach() for s in state)


if __name__ == "__main__":
    d = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
    e = Encoder().to(d)
    s = None
    for _ in range(2):
        y, s = e(torch.randn(2, 5, 3, device=d), s)
