import numpy as np
import torch
from torch import nn


def train_epoch(net, batches, opt):
    losses = []
    for x, y in batches:
        opt.zero_grad()
        loss = nn.functional.mse_loss(net(x), y)
        loss.backward()
        opt.step()
        losses.append(loss.item())
    return np.mean(np.array(losses))


if __name__ == "__main__":
    net = nn.Linear(2, 1)
    train_epoch(net, [(torch.randn(3, 2), torch.randn(3, 1))], torch.optim.SGD(net.parameters(), 0.1))
