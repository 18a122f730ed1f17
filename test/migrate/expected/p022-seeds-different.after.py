"""Device generators with a seed of their own: torch.manual_seed would touch the CPU generator too."""
import torch


def seed_streams(base, rank):
    torch.manual_seed(base)
    torch.cuda.manual_seed_all(base + 100 * rank)


class ForkedNoise:
    """Reseeds the device only, as model parallel code does for dropout."""

    def __init__(self, seed):
        self.seed = seed

    def __enter__(self):
        if torch.cuda.is_available():
            self.saved = torch.cuda.get_rng_state()
            torch.cuda.manual_seed(self.seed)

    def __exit__(self, *error):
        if torch.cuda.is_available():
            torch.cuda.set_rng_state(self.saved)


if __name__ == "__main__":
    seed_streams(3, 1)
    first = torch.rand(2).tolist()
    seed_streams(3, 2)
    with ForkedNoise(17):
        second = torch.rand(2).tolist()
    print(first == second, torch.initial_seed())
    torch.cuda.manual_seed(99)
    print(torch.initial_seed())
