import torch


class Prefetcher:
    def __init__(self, rows, device):
        self.device = device
        self.rows = [r.to(device) for r in rows]  # BUG: pin-cuda-tensor

    def __iter__(self):
        for r in self.rows:
            yield r.pin_memory().to(self.device, non_blocking=True)  # RAISES-AT


if __name__ == "__main__":
    for b in Prefetcher([torch.randn(2), torch.randn(3)], torch.device("cuda")):
        b.sum()
