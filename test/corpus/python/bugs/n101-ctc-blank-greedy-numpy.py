import torch
from torch import nn
import numpy as np


def greedy(logits, vocab):
    ids = logits.argmax(-1)
    out = []
    for row in ids:
        chars = [vocab[i] for i in row.numpy() if i != 0]  # BUG: numpy-cuda
        out.append("".join(chars))
    return out


class Recognizer:
    def __init__(self, net, vocab, device):
        self.net = net.to(device).eval()
        self.vocab, self.device = vocab, device

    @torch.inference_mode()
    def __call__(self, feats):
        return greedy(self.net(feats.to(self.device)), self.vocab)


if __name__ == "__main__":
    Recognizer(nn.Linear(3, 4), "-abc", torch.device("cuda"))(torch.randn(1, 5, 3))
