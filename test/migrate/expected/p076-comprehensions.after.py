"""Comprehensions, generators, conditions inside them."""
import torch

cards = [torch.device(torch.accelerator.current_accelerator().type, i) for i in range(torch.accelerator.device_count())]
names = [f"cuda:{i}" for i in range(torch.cuda.device_count())] or ["cpu"]
places = {name: torch.zeros(1, device=name) for name in names}
kinds = {place.type for place in cards} or {"cpu"}
held = sum(torch.accelerator.memory_allocated(i) for i in range(torch.accelerator.device_count()))
free = {i: torch.accelerator.get_memory_info(i)[0] > 0 for i in range(torch.accelerator.device_count())}
batches = [torch.ones(n).to(torch.accelerator.current_accelerator()) if torch.accelerator.is_available() else torch.ones(n) for n in (1, 2)]
states = [torch.accelerator.is_available() for _ in range(2) if torch.cuda.device_count() >= 0]

if __name__ == "__main__":
    print(len(cards), names[0], sorted(kinds), held >= 0, free)
    print([batch.sum().item() for batch in batches], states[0] == bool(cards), len(places))
    print(any(torch.accelerator.is_available() for _ in names), [d.index for d in cards])
