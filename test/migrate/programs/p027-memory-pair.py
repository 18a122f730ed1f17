"""Counters around a piece of work; a CPU-only build answers zero."""
import torch


def measured(work):
    before = torch.cuda.memory_allocated()
    result = work()
    after = torch.cuda.memory_allocated()
    return result, after - before


def megabytes():
    return torch.cuda.max_memory_allocated() / 1024 ** 2, torch.cuda.memory_reserved() // 2 ** 20


def report():
    print("peak %.1f MB, held %d MB" % megabytes())


if __name__ == "__main__":
    total, grown = measured(lambda: sum(range(5)))
    print(total, grown)
    report()
    stats = torch.cuda.memory_stats()
    print(stats.get("num_ooms", 0), isinstance(stats, dict))
