"""match on device names and on availability."""
import torch


def dtype_for(kind):
    match kind:
        case "cuda":
            return torch.float16
        case "mps" | "xpu":
            return torch.float32
        case _:
            return torch.float64


def route(device):
    match device.type:
        case "cuda" if torch.cuda.is_available():
            torch.cuda.synchronize()
            return "card"
        case "cpu":
            return "host"


def state():
    match torch.cuda.is_available():
        case True:
            return torch.cuda.current_device()
        case False:
            return "off"


if __name__ == "__main__":
    kind = "cuda" if torch.cuda.is_available() else "cpu"
    print(dtype_for(kind), dtype_for("xpu"), route(torch.device(kind)), state())
