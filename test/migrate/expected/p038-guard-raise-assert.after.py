"""Programs that insist: assert and raise."""
import torch


def demand():
    assert torch.accelerator.is_available(), "bring a GPU"
    torch.accelerator.set_device_index(0)
    return torch.accelerator.current_device_index()


def insist():
    if not torch.accelerator.is_available():
        raise RuntimeError("CUDA is required")
    weights = torch.nn.Linear(2, 2).to(torch.accelerator.current_accelerator())
    return weights.weight.device.type == torch.accelerator.current_accelerator().type


def attempt(function):
    try:
        return function()
    except (AssertionError, RuntimeError) as error:
        return type(error).__name__


if __name__ == "__main__":
    print(attempt(demand), attempt(insist))
