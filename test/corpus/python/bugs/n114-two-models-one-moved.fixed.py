import torch
from torch import nn


class CycleGAN:
    def __init__(self, opt):
        self.device = torch.device("cuda:{}".format(opt["gpu_ids"][0]) if opt["gpu_ids"] else "cpu")
        self.G_A = nn.Conv2d(3, 3, 1).to(self.device)
        self.G_B = nn.Conv2d(3, 3, 1).to(self.device)

    def set_input(self, data):
        self.real_A = data["A"].to(self.device)

    def forward(self):
        self.fake_B = self.G_A(self.real_A)
        self.rec_A = self.G_B(self.fake_B)
        return (self.rec_A - self.real_A).abs().mean()


if __name__ == "__main__":
    m = CycleGAN({"gpu_ids": [0]})
    m.set_input({"A": torch.rand(1, 3, 4, 4)})
    m.forward().backward()
