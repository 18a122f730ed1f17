"""from torch import cuda, beside a string and a variable of that name."""
from torch import cuda, device, ones

kinds = ["cuda", "cpu"]
spot = device("cuda" if cuda.is_available() else "cpu")


def tidy():
    cuda.empty_cache()
    if cuda.is_available():
        cuda.synchronize()
        cuda.reset_peak_memory_stats()
    return cuda.memory_reserved() >= 0


def seeded(seed):
    cuda.manual_seed_all(seed)
    return seed


if __name__ == "__main__":
    row = ones(3, device=spot)
    print(row.sum().item(), tidy(), seeded(3), kinds.index(spot.type))
