"""import torch.cuda as tc"""
import torch
import torch.accelerator as tc


def place():
    return torch.device(torch.accelerator.current_accelerator().type, tc.current_device_index()) if tc.is_available() else torch.device("cpu")


def clean():
    if tc.is_available():
        tc.empty_cache()
    return (tc.memory_allocated() if tc.is_available() else 0), tc.device_count()


def wait():
    if tc.is_available():
        tc.synchronize()
        return str(tc.current_stream().device.type)
    return "nothing to wait for"


if __name__ == "__main__":
    held, count = clean()
    print(place(), held, count, wait())
    print(torch.zeros(2, device=place()).tolist())
