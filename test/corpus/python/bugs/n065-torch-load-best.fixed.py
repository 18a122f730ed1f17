import torch
from torch import nn


class Checkpoint:
    def __init__(self, path):
        self.path = path

    def save(self, model, epoch):
        torch.save({"epoch": epoch, "state_dict": model.state_dict()}, self.path)

    def restore(self, model):
        ckpt = torch.load(self.path, map_location="cpu")
        model.load_state_dict(ckpt["state_dict"])
        return ckpt["epoch"]


def main(argv=None):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    net = nn.Linear(2, 2).to(device)
    ck = Checkpoint("n065.pt")
    ck.save(net, 1)
    return ck.restore(net)


if __name__ == "__main__":
    main()
