import numpy as np
import torch


def to_np(x):
    if isinstance(x, torch.Tensor):
        if x.is_cuda:
            x = x.cpu()
        return x.detach().numpy()
    return np.asarray(x)


def summary(values):
    return {k: to_np(v).mean() for k, v in values.items()}


if __name__ == "__main__":
    d = "cuda" if torch.cuda.is_available() else "cpu"
    summary({"a": torch.randn(3, device=d, requires_grad=True), "b": [1, 2]})
