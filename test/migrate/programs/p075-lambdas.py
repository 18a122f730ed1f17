"""Bodies of lambdas, conditional expressions inside them, immediate calls."""
import torch

settle = lambda: torch.cuda.synchronize() if torch.cuda.is_available() else None
device_of = lambda rank=0: f"cuda:{rank}" if torch.cuda.is_available() else "cpu"
held = lambda: torch.cuda.memory_allocated()
flush = lambda: torch.cuda.empty_cache()
moved = lambda rows: rows.cuda() if torch.cuda.is_available() else rows
CLEANERS = [lambda: torch.cuda.empty_cache(), flush, lambda: (flush(), held())[1]]


def register(hooks, hook):
    hooks.append(hook)
    return hooks


if __name__ == "__main__":
    hooks = register(register([], lambda: torch.cuda.empty_cache() or "flushed"), settle)
    print([hook() for hook in hooks], [cleaner() for cleaner in CLEANERS])
    print(moved(torch.ones(2)).sum().item(), torch.zeros(1, device=device_of()).item())
    print((lambda: "card" if torch.cuda.is_available() else "host")())
