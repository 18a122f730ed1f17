"""Copy on a side stream, then wait: stream, events and current_stream together."""
import torch


def overlap(rows):
    if not torch.accelerator.is_available():
        return rows.sum().item()
    device = torch.accelerator.current_accelerator()
    side = torch.Stream(device=device)
    copied = torch.Event()
    with side:
        moved = rows.pin_memory().to(device, non_blocking=True)
        copied.record(side)
    torch.accelerator.current_stream().wait_event(copied)
    moved.record_stream(torch.accelerator.current_stream())
    side.synchronize()
    return moved.sum().item()


def timed(work):
    if not torch.cuda.is_available():
        return work(), True
    start = torch.Event(enable_timing=True)
    end = torch.Event(enable_timing=True)
    start.record()
    result = work()
    end.record()
    torch.accelerator.synchronize()
    return result, start.elapsed_time(end) >= 0


if __name__ == "__main__":
    print(overlap(torch.arange(5.0)), timed(lambda: 6 * 7))
