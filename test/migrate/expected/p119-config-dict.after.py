"""Devices in configuration dictionaries and a small registry."""
import torch

DEFAULTS = {
    "device": "cuda" if torch.cuda.is_available() else "cpu",
    "amp": torch.accelerator.is_available(),
    "cards": torch.accelerator.device_count(),
    "backend": torch.distributed.get_default_backend_for_device(torch.accelerator.current_accelerator()) if torch.accelerator.is_available() else "gloo",
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
        config["index"] = torch.accelerator.current_device_index()
    return config


if __name__ == "__main__":
    print(configure(amp=False), configure(device="cpu")["device"])
    for name, (function, device) in REGISTRY.items():
        place = device if torch.cuda.is_available() else "cpu"
        print(name, function(torch.ones(2, device=place)).sum().item(), device)
