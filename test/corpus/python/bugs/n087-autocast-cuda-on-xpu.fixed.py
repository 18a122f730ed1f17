import torch
from torch import nn


def evaluate(model, x, device):
    model.eval()
    with torch.no_grad(), torch.autocast(device_type=device.type, dtype=torch.float16):
        return model(x)


if __name__ == "__main__":
    dev = torch.device("xpu" if hasattr(torch, "xpu") and torch.xpu.is_available() else "cpu")
    evaluate(nn.Linear(2, 2).to(dev), torch.randn(1, 2).to(dev), dev)
