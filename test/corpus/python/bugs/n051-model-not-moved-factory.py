import torch
from torch import nn

MODELS = {}


def register(name):
    def wrap(fn):
        MODELS[name] = fn
        return fn
    return wrap


@register("mlp")
def mlp(width=8):
    return nn.Sequential(nn.Linear(4, width), nn.ReLU(), nn.Linear(width, 2))


def main(cfg):
    device = torch.device(cfg["device"])
    model = mlp(cfg["width"])  # BUG: model-not-moved
    optim = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in [(torch.randn(3, 4), torch.tensor([0, 1, 1]))]:
        x, y = x.to(device), y.to(device)
        loss = nn.functional.cross_entropy(model(x), y)  # RAISES-AT
        loss.backward()
        optim.step()


if __name__ == "__main__":
    main({"device": "cuda", "width": 4})
