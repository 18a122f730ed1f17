"""A device that is a string, compared and taken apart."""
import torch


def choose(wanted="cuda"):
    if wanted == "cuda" and not torch.cuda.is_available():
        wanted = "cpu"
    return wanted


def parse(name):
    if name.startswith("cuda"):
        index = int(name.split(":")[1]) if ":" in name else 0
        return "cuda", index
    if "cuda" in name:
        return "odd", -1
    return name, None


device = choose()
use_fp16 = device == "cuda"
is_host = device != "cuda"
scale = {True: 2.0, False: 1.0}[device == "cuda"]

if __name__ == "__main__":
    rows = torch.full((2,), scale, device=device)
    print(use_fp16, is_host, rows.sum().item(), device in ("cuda", "cpu"))
    print(parse("cuda:3"), parse("cuda"), parse("my-cuda"), parse("cpu"), parse(device)[0] == device)
