"""Calls that become longer expressions, in every place that binds tightly."""
import torch

held = torch.cuda.memory_allocated
table = [0, 10, 20]

negative = -(torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0)
squared = (torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0) ** 2
power = 2 ** (torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0)
empty = not (torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0)
inverted = ~(torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0)
compared = 0 <= (torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0) <= (torch.accelerator.memory_reserved() if torch.accelerator.is_available() else 0)
indexed = table[torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0]
sliced = table[torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0:(torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0) + 2]
method = (torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0).bit_length()
keyed = (torch.accelerator.memory_stats() if torch.accelerator.is_available() else {}).get("nothing", 4)
chosen = 1 if (torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0) else 2
either = (torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0) or "none"
both = (torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0) and "some"
starred = max(*[torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0, torch.accelerator.max_memory_allocated() if torch.accelerator.is_available() else 0])
spread = {**(torch.accelerator.memory_stats() if torch.accelerator.is_available() else {}), "a": 1}["a"]
pair = (torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0), (torch.accelerator.memory_reserved() if torch.accelerator.is_available() else 0)
formatted = f"{torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0!r:>4}|{torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0:,}|{-(torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0)}"
matrix = [[torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0] * 2 for _ in range((torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0) + 1)]
modulo = "%d" % (torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0)
divided = (torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0) / 2 ** 20 // 1
bits = (torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0) << 1 | 1
total = 5
total += (torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0)

if __name__ == "__main__":
    assert not (torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0), torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0
    print(negative, squared, power, empty, inverted, compared, indexed, sliced, method, keyed, chosen)
    print(either, both, starred, spread, len(pair), formatted, matrix, modulo, divided, bits, total, held())
