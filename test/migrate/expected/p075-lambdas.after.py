"""Bodies of lambdas, conditional expressions inside them, immediate calls."""
import torch

settle = lambda: torch.accelerator.synchronize() if torch.accelerator.is_available() else None
device_of = lambda rank=0: f"{torch.accelerator.current_accelerator().type}:{rank}" if torch.accelerator.is_available() else "cpu"
held = lambda: torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0
flush = lambda: torch.accelerator.empty_cache() if torch.accelerator.is_available() else None
moved = lambda rows: rows.to(torch.accelerator.current_accelerator()) if torch.accelerator.is_available() else rows
CLEANERS = [lambda: torch.accelerator.empty_cache() if torch.accelerator.is_available() else None, flush, lambda: (flush(), held())[1]]


def register(hooks, hook):
    hooks.append(hook)
    return hooks


if __name__ == "__main__":
    hooks = register(register([], lambda: (torch.accelerator.empty_cache() if torch.accelerator.is_available() else None) or "flushed"), settle)
    print([hook() for hook in hooks], [cleaner() for cleaner in CLEANERS])
    print(moved(torch.ones(2)).sum().item(), torch.zeros(1, device=device_of()).item())
    print((lambda: "card" if torch.cuda.is_available() else "host")())
