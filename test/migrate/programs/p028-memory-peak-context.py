"""A context manager that reports the peak, and one that resets it first."""
import contextlib

import torch


class Peak:
    def __enter__(self):
        torch.cuda.empty_cache()
        if torch.cuda.is_available():
            torch.cuda.reset_peak_memory_stats()
        self.begin = torch.cuda.memory_allocated()
        return self

    def __exit__(self, *error):
        self.used = torch.cuda.memory_allocated() - self.begin
        self.peaked = torch.cuda.max_memory_allocated() - self.begin
        torch.cuda.empty_cache()


@contextlib.contextmanager
def peak_of(name, rows):
    if torch.cuda.is_available():
        torch.cuda.reset_max_memory_allocated()
        torch.cuda.synchronize()
    yield
    rows.append((name, torch.cuda.max_memory_allocated() > 0))


if __name__ == "__main__":
    device = "cuda" if torch.cuda.is_available() else "cpu"
    with Peak() as peak:
        keep = torch.zeros(1024, device=device)
    rows = []
    with peak_of("ones", rows):
        also = torch.ones(512, device=device)
    print(peak.used, peak.peaked, rows, keep.numel() + also.numel())
