"""A context manager that reports the peak, and one that resets it first."""
import contextlib

import torch


class Peak:
    def __enter__(self):
        if torch.accelerator.is_available():
            torch.accelerator.empty_cache()
        if torch.accelerator.is_available():
            torch.accelerator.reset_peak_memory_stats()
        self.begin = torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0
        return self

    def __exit__(self, *error):
        self.used = (torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0) - self.begin
        self.peaked = (torch.accelerator.max_memory_allocated() if torch.accelerator.is_available() else 0) - self.begin
        if torch.accelerator.is_available():
            torch.accelerator.empty_cache()


@contextlib.contextmanager
def peak_of(name, rows):
    if torch.accelerator.is_available():
        torch.accelerator.reset_peak_memory_stats()
        torch.accelerator.synchronize()
    yield
    rows.append((name, (torch.accelerator.max_memory_allocated() if torch.accelerator.is_available() else 0) > 0))


if __name__ == "__main__":
    device = (torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")).type
    with Peak() as peak:
        keep = torch.zeros(1024, device=device)
    rows = []
    with peak_of("ones", rows):
        also = torch.ones(512, device=device)
    print(peak.used, peak.peaked, rows, keep.numel() + also.numel())
