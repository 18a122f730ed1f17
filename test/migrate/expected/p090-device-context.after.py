"""with torch.cuda.device(...): by index, by variable, by device object, by string."""
import torch


def by_index():
    with torch.accelerator.device_index(0):
        return torch.accelerator.current_device_index()


def by_variable(index: int):
    with torch.accelerator.device_index(index):
        return torch.ones(1, device="cuda").device.index


def by_object(device):
    with torch.accelerator.device_index(device.index):
        return torch.accelerator.current_device_index()


def by_name():
    with torch.accelerator.device_index(0), torch.no_grad():
        return torch.accelerator.current_device_index()


def by_tensor(rows):
    with torch.cuda.device_of(rows):
        return rows.sum().item()


def minus_one():
    with torch.cuda.device(-1):
        return "no switch"


if __name__ == "__main__":
    if torch.cuda.is_available():
        spot = torch.device(torch.accelerator.current_accelerator().type, 0)
        print(by_index(), by_variable(0), by_object(spot), by_name(), by_tensor(torch.ones(2, device=spot)))
    print(by_tensor(torch.ones(3)), minus_one())
