"""Memory in log lines: f-strings with nested quotes, format, percent, a conditional inside."""
import torch

GB = 1024 ** 3


def line(step, parts):
    return f"step {step}: {torch.cuda.memory_allocated() / GB:.2f} GB, {parts['name']}"


def wide(parts):
    return (
        f"{'cuda' if torch.cuda.is_available() else 'cpu':>6}"
        f"|{torch.cuda.max_memory_reserved() // GB}"
        f"|{parts['name']!r}"
    )


def old(step):
    return "step {}: {:.1f} GB of torch.cuda memory".format(step, torch.cuda.memory_reserved() / GB)


def percent():
    return "%s %d" % ("mem" if torch.cuda.is_available() else "none", torch.cuda.memory_cached() // GB)


if __name__ == "__main__":
    parts = {"name": "encoder"}
    for text in (line(1, parts), wide(parts), old(2), percent()):
        print(text)
