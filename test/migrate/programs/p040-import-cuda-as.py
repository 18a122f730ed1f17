"""import torch.cuda as tc"""
import torch
import torch.cuda as tc


def place():
    return torch.device("cuda", tc.current_device()) if tc.is_available() else torch.device("cpu")


def clean():
    tc.empty_cache()
    return tc.memory_allocated(), tc.device_count()


def wait():
    if tc.is_available():
        tc.synchronize()
        return str(tc.current_stream().device.type)
    return "nothing to wait for"


if __name__ == "__main__":
    held, count = clean()
    print(place(), held, count, wait())
    print(torch.zeros(2, device=place()).tolist())
