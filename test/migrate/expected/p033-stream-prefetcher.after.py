"""A loader that runs ahead of its user on a stream of its own."""
import contextlib

import torch


class Prefetcher:
    def __init__(self, batches, device):
        self.batches = iter(batches)
        self.device = device
        self.stream = torch.Stream() if device.type != "cpu" else None
        self.preload()

    def preload(self):
        try:
            self.next = next(self.batches)
        except StopIteration:
            self.next = None
            return
        with self.stream if self.stream is not None else contextlib.nullcontext():
            self.next = self.next.to(self.device, non_blocking=True)

    def __iter__(self):
        while self.next is not None:
            if self.stream is not None:
                torch.accelerator.current_stream().wait_stream(self.stream)
            batch = self.next
            if self.stream is not None:
                batch.record_stream(torch.accelerator.current_stream())
            self.preload()
            yield batch


if __name__ == "__main__":
    device = torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")
    sums = [batch.sum().item() for batch in Prefetcher([torch.ones(n) for n in (1, 2, 3)], device)]
    print(sums)
