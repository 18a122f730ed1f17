# RUN: %offside check --isolated --verify %s
# Calls that raise without an accelerator. Every function without parameters is run by the oracle, on a CPU-only build.
import torch

device = torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")


def emptied():
    torch.accelerator.empty_cache()  # expect: DEV308


def a_number():
    return torch.accelerator.memory_allocated()  # expect: DEV308


def reserved():
    print("reserved", torch.accelerator.max_memory_reserved())  # expect: DEV308


def asked():
    if torch.accelerator.is_available():
        torch.accelerator.empty_cache()


def asked_by_the_device():
    if device.type != "cpu":
        torch.accelerator.empty_cache()


def asked_by_a_flag():
    accelerated = torch.accelerator.is_available()
    print(torch.accelerator.memory_allocated() if accelerated else 0)


def early_return():
    if not torch.accelerator.is_available():
        return
    torch.accelerator.empty_cache()


def harmless():
    return torch.accelerator.device_count()


def asked_by_the_caller():
    if torch.accelerator.is_available():
        _empty()


def _empty():
    torch.accelerator.empty_cache()


def as_strict_as_its_twin_in_torch_cuda(x):
    torch.accelerator.synchronize()
    return x


def called_from_elsewhere(x):
    torch.accelerator.empty_cache()
    return x


if __name__ == "__main__":
    emptied()
    a_number()
    reserved()
    asked()
    asked_by_the_device()
    asked_by_a_flag()
    early_return()
    harmless()
    asked_by_the_caller()
    as_strict_as_its_twin_in_torch_cuda(device)
