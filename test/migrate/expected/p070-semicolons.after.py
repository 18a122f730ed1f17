"""Statements on one line."""
import gc; import torch; from torch.accelerator import empty_cache

device = torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu"); rows = torch.ones(3, device=device)


def release(): gc.collect(); torch.accelerator.empty_cache() if torch.accelerator.is_available() else None; return (torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0) >= 0


def reset():
    empty_cache() if torch.accelerator.is_available() else None; torch.cuda.manual_seed_all(0)
    if torch.accelerator.is_available(): torch.accelerator.synchronize(); torch.accelerator.reset_peak_memory_stats()
    return None


class Empty: device = (torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")).type; rows = 0


if __name__ == "__main__":
    print(release(), reset(), rows.sum().item()); torch.accelerator.empty_cache() if torch.accelerator.is_available() else None; print(Empty.device == device.type)
