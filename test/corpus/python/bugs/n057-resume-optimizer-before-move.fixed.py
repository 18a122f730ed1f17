import torch
from torch import nn


def resume(path, device):
    model = nn.Linear(3, 1)
    opt = torch.optim.Adam(model.parameters())
    ckpt = torch.load(path, map_location="cpu")
    model.to(device)
    model.load_state_dict(ckpt["model"])
    opt.load_state_dict(ckpt["opt"])
    return model, opt


def go(path, device):
    model, opt = resume(path, device)
    model(torch.randn(2, 3, device=device)).sum().backward()
    opt.step()


if __name__ == "__main__":
    m = nn.Linear(3, 1)
    o = torch.optim.Adam(m.parameters())
    m(torch.randn(2, 3)).sum().backward()
    o.step()
    torch.save({"model": m.state_dict(), "opt": o.state_dict()}, "n057.pt")
    go("n057.pt", torch.device("cuda"))
