"""Calls that become longer expressions, in every place that binds tightly."""
import torch

held = torch.cuda.memory_allocated
table = [0, 10, 20]

negative = -torch.cuda.memory_allocated()
squared = torch.cuda.memory_allocated() ** 2
power = 2 ** torch.cuda.memory_allocated()
empty = not torch.cuda.memory_allocated()
inverted = ~torch.cuda.memory_allocated()
compared = 0 <= torch.cuda.memory_allocated() <= torch.cuda.memory_reserved()
indexed = table[torch.cuda.memory_allocated()]
sliced = table[torch.cuda.memory_allocated():torch.cuda.memory_allocated() + 2]
method = torch.cuda.memory_allocated().bit_length()
keyed = torch.cuda.memory_stats().get("nothing", 4)
chosen = 1 if torch.cuda.memory_allocated() else 2
either = torch.cuda.memory_allocated() or "none"
both = torch.cuda.memory_allocated() and "some"
starred = max(*[torch.cuda.memory_allocated(), torch.cuda.max_memory_allocated()])
spread = {**torch.cuda.memory_stats(), "a": 1}["a"]
pair = torch.cuda.memory_allocated(), torch.cuda.memory_reserved()
formatted = f"{torch.cuda.memory_allocated()!r:>4}|{torch.cuda.memory_allocated():,}|{-torch.cuda.memory_allocated()}"
matrix = [[torch.cuda.memory_allocated()] * 2 for _ in range(torch.cuda.memory_allocated() + 1)]
modulo = "%d" % torch.cuda.memory_allocated()
divided = torch.cuda.memory_allocated() / 2 ** 20 // 1
bits = torch.cuda.memory_allocated() << 1 | 1
total = 5
total += torch.cuda.memory_allocated()

if __name__ == "__main__":
    assert not torch.cuda.memory_allocated(), torch.cuda.memory_allocated()
    print(negative, squared, power, empty, inverted, compared, indexed, sliced, method, keyed, chosen)
    print(either, both, starred, spread, len(pair), formatted, matrix, modulo, divided, bits, total, held())
