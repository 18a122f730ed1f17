"""current_device() where an int is wanted, and where a device is."""
import torch


def as_number():
    return torch.cuda.current_device() + 1


def as_device():
    return torch.zeros(2, device=torch.cuda.current_device()).device


def moved(rows):
    return rows.to(torch.cuda.current_device())


def named():
    return torch.device(f"cuda:{torch.cuda.current_device()}")


def kept():
    current = torch.cuda.current_device()
    layer = torch.nn.Linear(1, 1).to(current)
    return layer.weight.device == torch.device("cuda", current)


def listed():
    ids = [torch.cuda.current_device()]
    return ids, {"device_map": {"": torch.cuda.current_device()}}


if __name__ == "__main__":
    if torch.cuda.is_available():
        print(as_number(), as_device(), moved(torch.ones(1)).device, named(), kept(), listed())
    else:
        print("no card")
