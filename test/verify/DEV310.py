# RUN: %offside check --isolated --verify %s
# Checkpoints.
import numpy as np
import torch


def loaded(path):
    return torch.load(path)  # expect: DEV310


def loaded_safely(path):
    return torch.load(path, weights_only=True)  # expect: DEV310


def mapped(path, device):
    torch.load(path, map_location="cpu")
    torch.load(path, device)
    torch.load(path, map_location={"cuda:1": "cuda:0"})
    torch.load(path, map_location=lambda storage, location: storage)
    return np.load(path)
