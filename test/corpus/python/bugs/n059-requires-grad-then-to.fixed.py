import torch


class LatentOptimizer:
    def __init__(self, decoder, dim, device):
        self.decoder = decoder.to(device)
        self.z = torch.zeros(1, dim, device=device, requires_grad=True)
        self.opt = torch.optim.Adam([self.z], lr=0.05)

    def run(self, target, steps=2):
        for _ in range(steps):
            self.opt.zero_grad()
            loss = (self.decoder(self.z) - target).pow(2).mean()
            loss.backward()
            self.opt.step()
        return self.z.detach()


if __name__ == "__main__":
    dev = torch.device("cuda")
    LatentOptimizer(torch.nn.Linear(3, 2), 3, dev).run(torch.zeros(1, 2, device=dev))
