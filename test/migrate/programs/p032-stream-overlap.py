"""Copy on a side stream, then wait: stream, events and current_stream together."""
import torch


def overlap(rows):
    if not torch.cuda.is_available():
        return rows.sum().item()
    device = torch.device("cuda")
    side = torch.cuda.Stream(device=device)
    copied = torch.cuda.Event()
    with torch.cuda.stream(side):
        moved = rows.pin_memory().to(device, non_blocking=True)
        copied.record(side)
    torch.cuda.current_stream().wait_event(copied)
    moved.record_stream(torch.cuda.current_stream())
    side.synchronize()
    return moved.sum().item()


def timed(work):
    if not torch.cuda.is_available():
        return work(), True
    start = torch.cuda.Event(enable_timing=True)
    end = torch.cuda.Event(True)
    start.record()
    result = work()
    end.record()
    torch.cuda.synchronize()
    return result, start.elapsed_time(end) >= 0


if __name__ == "__main__":
    print(overlap(torch.arange(5.0)), timed(lambda: 6 * 7))
