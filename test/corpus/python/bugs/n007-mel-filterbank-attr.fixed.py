import torch
from torch import nn


class LogMel(nn.Module):
    def __init__(self, n_fft=16, n_mels=4):
        super().__init__()
        self.n_fft = n_fft
        self.register_buffer("window", torch.hann_window(n_fft))
        fb = torch.rand(n_mels, n_fft // 2 + 1)
        self.register_buffer("fb", fb / fb.sum(1, keepdim=True))

    def forward(self, wav):
        spec = torch.stft(wav, self.n_fft, window=self.window, return_complex=True).abs() ** 2
        mel = self.fb @ spec
        return (mel + 1e-6).log()


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.front = LogMel()
        self.head = nn.Linear(4, 2)

    def forward(self, wav):
        return self.head(self.front(wav).mean(-1))


if __name__ == "__main__":
    model = Tagger()
    if torch.cuda.is_available():
        model = model.cuda()
        model(torch.randn(2, 64).cuda())
