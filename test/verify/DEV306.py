# RUN: %offside check --isolated --verify %s
# Names of torch.accelerator. Every function without parameters is run by the oracle.
import torch


def set_device():
    torch.accelerator.set_device(0)  # expect: DEV306


def device_name():
    return torch.accelerator.get_device_name(0)  # expect: DEV306


def seeds():
    torch.accelerator.manual_seed_all(1)  # expect: DEV306


def stream():
    return torch.accelerator.Stream()  # expect: DEV306


def by_keyword():
    torch.accelerator.synchronize(device=0)  # expect: DEV306


def a_number_by_keyword():
    print(torch.accelerator.memory_allocated(device=0))  # expect: DEV306


def old_names():
    torch.accelerator.reset_max_memory_allocated()  # expect: DEV306
    torch.accelerator.max_memory_cached()  # expect: DEV306


def by_position():
    torch.accelerator.synchronize(0)
    return torch.accelerator.memory_allocated(0)


def the_right_names():
    torch.accelerator.set_device_index(0)
    torch.accelerator.synchronize()
    torch.accelerator.empty_cache()
    return torch.accelerator.device_count(), torch.accelerator.current_device_index(), torch.accelerator.memory_stats()


def asked_for():
    if hasattr(torch.accelerator, "get_device_name"):
        return torch.accelerator.get_device_name(0)
    return None
