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
            torch.accelerator.synchronize()
            return "card"
        case "cpu":
            return "host"


def state():
    match torch.cuda.is_available():
        case True:
            return torch.accelerator.current_device_index()
        case False:
            return "off"


if __name__ == "__main__":
    kind = (torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")).type
    print(dtype_for(kind), dtype_for("xpu"), route(torch.device(kind)), state())
