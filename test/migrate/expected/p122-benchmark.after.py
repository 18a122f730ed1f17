"""A benchmark: warm up, events, synchronize, median, throughput."""
import statistics
import time

import torch

device = torch.device(torch.accelerator.current_accelerator().type, 0) if torch.accelerator.is_available() else torch.device("cpu")


def bench(function, rounds=3, warmup=1):
    for _ in range(warmup):
        function()
    times = []
    if device.type == "cuda":
        starts = [torch.Event(enable_timing=True) for _ in range(rounds)]
        stops = [torch.Event(enable_timing=True) for _ in range(rounds)]
        for start, stop in zip(starts, stops):
            start.record()
            function()
            stop.record()
        torch.accelerator.synchronize(device)
        times = [start.elapsed_time(stop) for start, stop in zip(starts, stops)]
    else:
        for _ in range(rounds):
            begin = time.perf_counter()
            function()
            times.append((time.perf_counter() - begin) * 1e3)
    return statistics.median(times)


if __name__ == "__main__":
    rows = torch.ones(8, 8, device=device)
    print(bench(lambda: rows @ rows) >= 0)
    peak = torch.accelerator.max_memory_allocated(device) if torch.accelerator.is_available() else 0
    print(f"peak {peak >= 0}", device.index)
