"""Memory in log lines: f-strings with nested quotes, format, percent, a conditional inside."""
import torch

GB = 1024 ** 3


def line(step, parts):
    return f"step {step}: {(torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0) / GB:.2f} GB, {parts['name']}"


def wide(parts):
    return (
        f"{(torch.accelerator.current_accelerator(check_available=True) or torch.device('cpu')).type:>6}"
        f"|{(torch.accelerator.max_memory_reserved() if torch.accelerator.is_available() else 0) // GB}"
        f"|{parts['name']!r}"
    )


def old(step):
    return "step {}: {:.1f} GB of torch.cuda memory".format(step, (torch.accelerator.memory_reserved() if torch.accelerator.is_available() else 0) / GB)


def percent():
    return "%s %d" % ("mem" if torch.cuda.is_available() else "none", (torch.accelerator.memory_reserved() if torch.accelerator.is_available() else 0) // GB)


if __name__ == "__main__":
    parts = {"name": "encoder"}
    for text in (line(1, parts), wide(parts), old(2), percent()):
        print(text)
