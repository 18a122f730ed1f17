"""current_device() where an int is wanted, and where a device is."""
import torch


def as_number():
    return torch.accelerator.current_device_index() + 1


def as_device():
    return torch.zeros(2, device=torch.device(torch.accelerator.current_accelerator().type, torch.accelerator.current_device_index())).device


def moved(rows):
    return rows.to(torch.device(torch.accelerator.current_accelerator().type, torch.accelerator.current_device_index()))


def named():
    return torch.device(f"cuda:{torch.accelerator.current_device_index()}")


def kept():
    current = torch.accelerator.current_device_index()
    layer = torch.nn.Linear(1, 1).to(current)
    return layer.weight.device == torch.device("cuda", current)


def listed():
    ids = [torch.accelerator.current_device_index()]
    return ids, {"device_map": {"": torch.accelerator.current_device_index()}}


if __name__ == "__main__":
    if torch.cuda.is_available():
        print(as_number(), as_device(), moved(torch.ones(1)).device, named(), kept(), listed())
    else:
        print("no card")
