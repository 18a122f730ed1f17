"""The device as a string that is formatted, compared, and handed on."""
import torch

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
BANNER = "training on " + DEVICE


def batches(count):
    for number in range(count):
        yield torch.full((2, 2), float(number), device=DEVICE)


def describe():
    if DEVICE == "cpu":
        return "slow"
    return "fast" if DEVICE.startswith("cuda") else "other"


if __name__ == "__main__":
    total = sum(batch.sum().item() for batch in batches(4))
    print(BANNER.split()[-1] == DEVICE, describe(), total)
    print("device=%s len=%d" % (DEVICE, len(DEVICE)), DEVICE.upper())
