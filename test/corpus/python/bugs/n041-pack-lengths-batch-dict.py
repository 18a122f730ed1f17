import torch
from torch import nn
from torch.nn.utils import rnn as rnn_utils


def to_gpu(batch):
    return {k: v.cuda() for k, v in batch.items()}


class SpeechModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(4, 3, batch_first=True)
        self.ctc = nn.Linear(3, 5)

    def forward(self, batch):
        feats, lens = batch["feats"], batch["feat_lens"]
        x = rnn_utils.pack_padded_sequence(feats, lens, batch_first=True, enforce_sorted=False)  # BUG: pack-lengths-device
        x, _ = self.rnn(x)
        x, _ = rnn_utils.pad_packed_sequence(x, batch_first=True)
        return self.ctc(x).log_softmax(-1)


if __name__ == "__main__":
    net = SpeechModel().cuda()
    net(to_gpu({"feats": torch.randn(2, 6, 4), "feat_lens": torch.tensor([6, 4])}))
