# RUN: %offside check --isolated --verify %s
# Comparisons of devices.
import torch


def compared(x: torch.Tensor, y: torch.Tensor):
    if x.device == "cuda":  # expect: DEV115
        return 1
    if x.device != torch.device("cuda"):  # expect: DEV115
        return 2
    if y.device == torch.device("mps") or x.device == "cpu":  # expect: DEV115
        return 3
    if x.device == y.device or x.device == torch.device("cuda", 0) or x.device == torch.device("cpu"):
        return 4
    if x.device.type == "cuda" or str(x.device) == "cuda:0" or x.is_cuda:
        return 5
    return 6


def options(device, name):
    if device == "cuda" or name == "cpu":
        return torch.device("cuda")
    return torch.device("cpu")
