import numpy as np
import torch
from torch import nn


class Features:
    def __init__(self, net, layer):
        self.rows = []
        self.handle = layer.register_forward_hook(self._hook)
        self.net = net

    def _hook(self, module, inputs, output):
        self.rows.append(output.detach().flatten(1).cpu())

    def numpy(self):
        return np.concatenate([r.numpy() for r in self.rows])


if __name__ == "__main__":
    dev = "cuda" if torch.cuda.is_available() else "cpu"
    net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2)).to(dev)
    feats = Features(net, net[0])
    with torch.no_grad():
        net(torch.randn(2, 3, device=dev))
    feats.numpy()
