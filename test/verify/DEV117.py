# RUN: %offside check --isolated --verify %s
# Devices chosen when a module is imported.
import torch


def chosen(device=torch.device("cuda" if torch.cuda.is_available() else "cpu")):  # expect: DEV117
    return torch.zeros(3, device=device)


def constant(device="cpu", other=None):
    return torch.zeros(3, device=device), other


def asked(device=None):
    device = device or torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return torch.zeros(3, device=device)
