import copy
import torch
from torch import nn


def train(device, epochs=2):
    net = nn.Linear(3, 1).to(device)
    opt = torch.optim.Adam(net.parameters())
    for epoch in range(epochs):
        net.to(device)
        for _ in range(2):
            opt.zero_grad()
            net(torch.randn(4, 3, device=device)).pow(2).mean().backward()
            opt.step()
        best = copy.deepcopy(net).cpu()
        torch.save(best.state_dict(), "best.pt")
    return net


if __name__ == "__main__":
    train(torch.device("cuda" if torch.cuda.is_available() else "cpu"))
