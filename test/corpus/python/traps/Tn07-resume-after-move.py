import torch
from torch import nn


def resume(path, device):
    net = nn.Linear(2, 1)
    ckpt = torch.load(path, map_location=device)
    net.load_state_dict(ckpt["net"])
    net.to(device)
    opt = torch.optim.AdamW(net.parameters())
    opt.load_state_dict(ckpt["opt"])
    return net, opt


if __name__ == "__main__":
    n = nn.Linear(2, 1)
    o = torch.optim.AdamW(n.parameters())
    torch.save({"net": n.state_dict(), "opt": o.state_dict()}, "t07.pt")
    resume("t07.pt", torch.device("cuda" if torch.cuda.is_available() else "cpu"))
