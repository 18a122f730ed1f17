"""Only `import torch.cuda`, which also binds torch."""
import torch.cuda
import torch.cuda.amp
import torch.cuda.nvtx as nvtx
import torch.nn as nn


def build():
    layer = nn.Linear(1, 1)
    return layer.cuda() if torch.cuda.is_available() else layer


def scaled():
    return torch.cuda.amp.GradScaler(enabled=False).is_enabled()


if __name__ == "__main__":
    torch.cuda.empty_cache()
    print(build().weight.shape[0], scaled(), torch.ones(2).sum().item(), hasattr(nvtx, "range"))
