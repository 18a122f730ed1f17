import torch
from torch import nn


def main(epochs=2):
    net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
    opt = torch.optim.RMSprop(net.parameters())
    best = float("inf")
    for epoch in range(epochs):
        epoch_loss = 0
        for i in range(4):
            x = torch.randn(5, 4)
            loss = (net(x) - x.sum(1, keepdim=True)).abs().mean()
            opt.zero_grad()
            loss.backward()
            opt.step()
            epoch_loss = epoch_loss + loss  # BUG: graph-retained
        if epoch_loss < best:
            best = float(epoch_loss)
    return best


if __name__ == "__main__":
    main()
