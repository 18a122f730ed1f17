"""Statements on one line."""
import gc; import torch; from torch.cuda import empty_cache

device = torch.device("cuda" if torch.cuda.is_available() else "cpu"); rows = torch.ones(3, device=device)


def release(): gc.collect(); torch.cuda.empty_cache(); return torch.cuda.memory_allocated() >= 0


def reset():
    empty_cache(); torch.cuda.manual_seed_all(0)
    if torch.cuda.is_available(): torch.cuda.synchronize(); torch.cuda.reset_peak_memory_stats()
    return None


class Empty: device = "cuda" if torch.cuda.is_available() else "cpu"; rows = 0


if __name__ == "__main__":
    print(release(), reset(), rows.sum().item()); torch.cuda.empty_cache(); print(Empty.device == device.type)
