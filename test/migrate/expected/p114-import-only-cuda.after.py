"""Only `import torch.cuda`, which also binds torch."""
import torch.cuda
import torch.cuda.amp
import torch.cuda.nvtx as nvtx
import torch.nn as nn


def build():
    layer = nn.Linear(1, 1)
    return layer.to(torch.accelerator.current_accelerator()) if torch.accelerator.is_available() else layer


def scaled():
    return torch.amp.GradScaler("cuda", enabled=False).is_enabled()


if __name__ == "__main__":
    if torch.accelerator.is_available():
        torch.accelerator.empty_cache()
    print(build().weight.shape[0], scaled(), torch.ones(2).sum().item(), hasattr(nvtx, "range"))
