"""Names of torch.cuda that were renamed long ago."""
import torch


def counters():
    return (torch.accelerator.memory_reserved() if torch.accelerator.is_available() else 0), (torch.accelerator.max_memory_reserved() if torch.accelerator.is_available() else 0)


def reset():
    if torch.accelerator.is_available():
        torch.accelerator.reset_peak_memory_stats()
        torch.accelerator.reset_peak_memory_stats()
        torch.accelerator.reset_accumulated_memory_stats()


def delta(work):
    reset()
    work()
    cached, peak = counters()
    return cached >= 0, peak >= cached


if __name__ == "__main__":
    print(delta(lambda: torch.ones(4)))
    if torch.cuda.is_available():
        print(len(torch.cuda.memory_summary()) > 0, len(torch.cuda.memory_snapshot()) >= 0)
    else:
        print(True, True)
