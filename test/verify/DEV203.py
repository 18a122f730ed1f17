# RUN: %offside check --isolated --verify %s
# Libraries that work in host memory. Every function without parameters is run by the oracle.
import matplotlib.pyplot as plt
import pandas as pd
import torch
from sklearn.metrics import accuracy_score, f1_score

gpu = "cuda"


def scores():
    y = torch.tensor([0, 1], device=gpu)
    return accuracy_score(y, y)  # expect: DEV203


def one_of_two():
    y = torch.tensor([0, 1])
    return f1_score(y, y.to(gpu))  # expect: DEV203


def plotted():
    plt.plot(torch.ones(3, device=gpu))  # expect: DEV203


def copied():
    y = torch.tensor([0, 1], device=gpu)
    plt.plot(y.cpu())
    return accuracy_score(y.cpu(), y.tolist()), pd.Series(y.cpu().numpy())


def numbers():
    x = torch.ones(3, device=gpu)
    plt.title(f"{x.mean().item():.2f}")
    return pd.DataFrame({"mean": [x.mean().item()]})
