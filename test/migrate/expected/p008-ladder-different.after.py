"""A ladder whose branches do different things must not be folded into one line."""
import torch

notes = []


def configure():
    precision = "fp32"
    if torch.cuda.is_available():
        device = "cuda"
        precision = "fp16"
        notes.append("half precision")
    elif torch.backends.mps.is_available():
        device = "mps"
        notes.append("no double on mps")
    else:
        device = "cpu"
        torch.set_num_threads(1)
    return device, precision


if __name__ == "__main__":
    device, precision = configure()
    print(device, precision, notes)
    kind = torch.float16 if precision == "fp16" else torch.float32
    print(torch.ones(3, dtype=kind, device=device).sum().item())
