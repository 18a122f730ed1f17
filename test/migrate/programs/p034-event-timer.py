"""A timer class; on the CPU it falls back to the clock."""
import time

import torch


class Timer:
    def __init__(self, use_cuda=torch.cuda.is_available()):
        self.use_cuda = use_cuda
        self.laps = []

    def __enter__(self):
        if self.use_cuda:
            self.start, self.stop = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            self.start.record()
        else:
            self.begin = time.perf_counter()
        return self

    def __exit__(self, *error):
        if self.use_cuda:
            self.stop.record()
            torch.cuda.synchronize()
            self.laps.append(self.start.elapsed_time(self.stop) / 1000)
        else:
            self.laps.append(time.perf_counter() - self.begin)


if __name__ == "__main__":
    timer = Timer()
    for size in (2, 3):
        with timer:
            torch.ones(size).sum()
    print(len(timer.laps), all(lap >= 0 for lap in timer.laps))
