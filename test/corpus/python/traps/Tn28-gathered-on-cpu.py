import torch
from torch import nn


@torch.no_grad()
def embed(net, loader, device):
    net.eval()
    outs, ids = [], []
    for i, x in enumerate(loader):
        outs.append(net(x.to(device)).cpu())
        ids.append(torch.full((len(x),), i))
    return torch.cat(outs), torch.cat(ids)


def nearest(bank, ids, query):
    d = torch.cdist(query.cpu(), bank)
    return ids[d.argmin(1)]


if __name__ == "__main__":
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    net = nn.Linear(3, 2).to(device)
    bank, ids = embed(net, [torch.randn(4, 3), torch.randn(4, 3)], device)
    nearest(bank, ids, net(torch.randn(1, 3, device=device)).detach()).tolist()
