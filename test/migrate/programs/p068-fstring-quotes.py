"""f-strings: nested quotes, format specifications, several uses on a line, braces."""
import torch

names = {"cuda": "card", "cpu": "host"}


def title():
    return f"running on {'cuda' if torch.cuda.is_available() else 'cpu'}"


def long_title(width):
    return f"{names['cuda' if torch.cuda.is_available() else 'cpu']:>{width}}|{{cuda}}|{torch.cuda.device_count():02d}"


def memory():
    return f'{torch.cuda.memory_allocated():,} of {max(torch.cuda.max_memory_allocated(), 0):,} "cuda" bytes'


def multi():
    return f"""cards: {torch.cuda.device_count()}
    torch.cuda.empty_cache() is text here: {torch.cuda.is_available()!s:5}"""


def self_documenting():
    return f"{torch.cuda.is_available()=}"


if __name__ == "__main__":
    print(title(), long_title(6), memory())
    print(multi())
    print(self_documenting().split("=")[1])
