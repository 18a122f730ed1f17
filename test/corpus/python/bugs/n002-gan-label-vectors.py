import torch
from torch import nn


class GANTrainer:
    def __init__(self, args):
        self.device = torch.device("cuda:0" if args.get("gpu") else "cpu")
        self.netG = nn.Linear(4, 6).to(self.device)
        self.netD = nn.Sequential(nn.Linear(6, 1), nn.Sigmoid()).to(self.device)
        self.bce = nn.BCELoss()

    def d_step(self, real):
        n = real.size(0)
        real_label = torch.ones(n, 1)  # BUG: cpu-tensor-created
        fake_label = torch.zeros(n, 1, device=self.device)
        z = torch.randn(n, 4, device=self.device)
        loss_real = self.bce(self.netD(real), real_label)  # RAISES-AT
        loss_fake = self.bce(self.netD(self.netG(z).detach()), fake_label)
        return loss_real + loss_fake


if __name__ == "__main__":
    trainer = GANTrainer({"gpu": True})
    trainer.d_step(torch.randn(5, 6).to(trainer.device)).backward()
