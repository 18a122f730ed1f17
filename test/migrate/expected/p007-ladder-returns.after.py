"""The same ladder as early returns, strings and objects."""
import torch


def best_device():
    return torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")


def best_name():
    if torch.cuda.is_available():
        return "cuda"
    elif hasattr(torch, "xpu") and torch.xpu.is_available():
        return "xpu"
    elif torch.backends.mps.is_available():
        return "mps"
    else:
        return "cpu"


def volume(sides):
    return torch.tensor(sides, device=best_name()).to(best_device()).prod().item()


if __name__ == "__main__":
    print(volume([2.0, 3.0, 4.0]))
    print(best_device(), best_name(), best_device().type == best_name())
