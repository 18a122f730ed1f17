import torch


class NoiseSampler:
    def __init__(self, seed, device):
        self.device = torch.device(device)
        self.rng = torch.Generator().manual_seed(seed)  # BUG: generator-device

    def times(self, n, top):
        return torch.randint(0, top, (n,), generator=self.rng, device=self.device)  # RAISES-AT

    def noise(self, like):
        return torch.randn(like.shape, generator=self.rng, device=self.device, dtype=like.dtype)  # RAISES-AT


if __name__ == "__main__":
    s = NoiseSampler(3, "cuda")
    s.noise(torch.zeros(2, 2, device="cuda"))
    s.times(2, 10)
