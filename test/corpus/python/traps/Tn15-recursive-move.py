import torch
from torch import nn


def to_device(obj, device):
    if torch.is_tensor(obj):
        return obj.to(device)
    if isinstance(obj, dict):
        return {k: to_device(v, device) for k, v in obj.items()}
    if isinstance(obj, (list, tuple)):
        return type(obj)(to_device(v, device) for v in obj)
    return obj


def run(net, batch, device):
    batch = to_device(batch, device)
    return net(batch["inputs"]["x"]) + batch["extra"][0]


if __name__ == "__main__":
    d = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    run(nn.Linear(2, 1).to(d), {"inputs": {"x": torch.randn(3, 2)}, "extra": [torch.ones(3, 1)], "id": "a"}, d)
