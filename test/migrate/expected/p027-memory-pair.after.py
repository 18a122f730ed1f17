"""Counters around a piece of work; a CPU-only build answers zero."""
import torch


def measured(work):
    before = torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0
    result = work()
    after = torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0
    return result, after - before


def megabytes():
    return (torch.accelerator.max_memory_allocated() if torch.accelerator.is_available() else 0) / 1024 ** 2, (torch.accelerator.memory_reserved() if torch.accelerator.is_available() else 0) // 2 ** 20


def report():
    print("peak %.1f MB, held %d MB" % megabytes())


if __name__ == "__main__":
    total, grown = measured(lambda: sum(range(5)))
    print(total, grown)
    report()
    stats = torch.accelerator.memory_stats() if torch.accelerator.is_available() else {}
    print(stats.get("num_ooms", 0), isinstance(stats, dict))
