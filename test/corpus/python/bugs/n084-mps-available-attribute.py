import torch

DEVICE = torch.device(
    "mps" if torch.backends.mps.is_available else "cpu")  # BUG: is-available-not-called


class Scaler:
    def __init__(self):
        self.mean = torch.zeros(3, device=DEVICE)  # RAISES-AT

    def __call__(self, x):
        return x.to(DEVICE) - self.mean


if __name__ == "__main__":
    Scaler()(torch.randn(2, 3))
