import torch
from torch import nn
from torch.autograd import Variable


class Tagger(nn.Module):
    def __init__(self, hidden=5):
        super().__init__()
        self.hidden_dim = hidden
        self.lstm = nn.LSTM(3, hidden, num_layers=2, batch_first=True)
        self.fc = nn.Linear(hidden, 2)

    def forward(self, x):
        h0 = Variable(torch.zeros(2, x.size(0), self.hidden_dim))  # BUG: rnn-hidden-device
        c0 = Variable(torch.zeros(2, x.size(0), self.hidden_dim))
        out, _ = self.lstm(x, (h0, c0))  # RAISES-AT
        return self.fc(out[:, -1])


if __name__ == "__main__":
    cuda = True
    model = Tagger()
    x = torch.randn(2, 4, 3)
    if cuda:
        model.cuda()
        x = x.cuda()
    model(x)
