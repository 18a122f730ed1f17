# RUN: %offside check --isolated --verify %s
# Checkpoints.
import io

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


def wrapper(*args, **kwargs):
    return torch.load(*args, **kwargs)


def nothing_to_place(raw, folder, scheduler, RNG_FILE):
    torch.load(io.BytesIO(raw))
    scheduler.load_state_dict(torch.load(folder / "scheduler.pt"))
    torch.load(folder / RNG_FILE)
