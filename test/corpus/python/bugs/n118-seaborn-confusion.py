import seaborn as sns
import torch
from torch import nn


def confusion(preds, target, n):
    flat = target * n + preds
    return torch.bincount(flat, minlength=n * n).view(n, n)


def report(net, x, y, path):
    with torch.no_grad():
        cm = confusion(net(x).argmax(1), y, 3)
    ax = sns.heatmap(cm, annot=True)  # BUG: numpy-cuda
    ax.figure.savefig(path)


if __name__ == "__main__":
    dev = "cuda" if torch.cuda.is_available() else "cpu"
    report(nn.Linear(2, 3).to(dev), torch.randn(5, 2).to(dev), torch.randint(0, 3, (5,)).to(dev), "cm.png")
