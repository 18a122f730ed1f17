"""Names of torch.cuda that were renamed long ago."""
import torch


def counters():
    return torch.cuda.memory_cached(), torch.cuda.max_memory_cached()


def reset():
    if torch.cuda.is_available():
        torch.cuda.reset_max_memory_cached()
        torch.cuda.reset_max_memory_allocated()
        torch.cuda.reset_accumulated_memory_stats()


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
