"""Scores recorded windows with a trained model."""

import sys

import numpy as np
import torch
from torch.utils.data import DataLoader

from model import WindowClassifier


def load(path, device):
    model = WindowClassifier()
    model.load_state_dict(torch.load(path))
    return model.to(device).eval()


def probabilities(model, windows, device):
    rows = []
    for batch in DataLoader(windows, batch_size=64):
        scores = model(batch.to(device))
        rows.append(scores.softmax(-1).numpy())
    return np.concatenate(rows)


def main(checkpoint, recording):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    windows = torch.from_numpy(np.load(recording)).float()
    print(probabilities(load(checkpoint, device), windows, device).round(3))


if __name__ == "__main__":
    main(*sys.argv[1:3])
