import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence


class BiLSTM(nn.Module):
    def __init__(self, vocab=10, dim=4):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim, padding_idx=0)
        self.rnn = nn.LSTM(dim, dim, batch_first=True, bidirectional=True)

    def forward(self, ids):
        mask = ids != 0
        lengths = mask.sum(dim=1)
        packed = pack_padded_sequence(self.emb(ids), lengths.cpu(), batch_first=True, enforce_sorted=False)
        out, _ = self.rnn(packed)
        return pad_packed_sequence(out, batch_first=True)[0]


if __name__ == "__main__":
    device = torch.device("cuda")
    BiLSTM().to(device)(torch.tensor([[3, 4, 0], [1, 2, 5]], device=device))
