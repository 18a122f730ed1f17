"""Devices in configuration dictionaries and a small registry."""
import torch

DEFAULTS = {
    "device": "cuda" if torch.cuda.is_available() else "cpu",
    "amp": torch.cuda.is_available(),
    "cards": torch.cuda.device_count(),
    "backend": "nccl" if torch.cuda.is_available() else "gloo",
}
REGISTRY = {}


def register(name, device="cuda"):
    def add(function):
        REGISTRY[name] = (function, device)
        return function
    return add


@register("double")
def double(rows):
    return rows * 2


@register("halve", device="cpu")
def halve(rows):
    return rows / 2


def configure(**overrides):
    config = {**DEFAULTS, **overrides}
    if config["device"] == "cuda":
        config["index"] = torch.cuda.current_device()
    return config


if __name__ == "__main__":
    print(configure(amp=False), configure(device="cpu")["device"])
    for name, (function, device) in REGISTRY.items():
        place = device if torch.cuda.is_available() else "cpu"
        print(name, function(torch.ones(2, device=place)).sum().item(), device)
