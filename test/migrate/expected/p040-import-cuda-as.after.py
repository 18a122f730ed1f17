"""import torch.cuda as tc"""
import torch
import torch.cuda as tc


def place():
    return torch.device(torch.accelerator.current_accelerator().type, torch.device(torch.accelerator.current_accelerator().type, torch.accelerator.current_device_index())) if torch.accelerator.is_available() else torch.device("cpu")


def clean():
    if torch.accelerator.is_available():
        torch.accelerator.empty_cache()
    return torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0, torch.accelerator.device_count()


def wait():
    if torch.accelerator.is_available():
        torch.accelerator.synchronize()
        return str(torch.accelerator.current_stream().device.type)
    return "nothing to wait for"


if __name__ == "__main__":
    held, count = clean()
    print(place(), held, count, wait())
    print(torch.zeros(2, device=place()).tolist())
