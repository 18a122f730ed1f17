"""Bodies on the line of their head: if, else, for, while, try, with, class, def."""
import torch

flags = [True, False]
if flags[0]: (torch.accelerator.empty_cache() if torch.accelerator.is_available() else None)
for flag in flags: torch.accelerator.empty_cache() if torch.accelerator.is_available() else None
while flags: flags.pop(); torch.accelerator.empty_cache() if torch.accelerator.is_available() else None
try: torch.accelerator.empty_cache() if torch.accelerator.is_available() else None
finally: torch.accelerator.empty_cache() if torch.accelerator.is_available() else None
with torch.no_grad(): (torch.accelerator.empty_cache() if torch.accelerator.is_available() else None)
if not flags: torch.cuda.manual_seed(7)
else: torch.accelerator.empty_cache() if torch.accelerator.is_available() else None


def tidy(): torch.accelerator.empty_cache() if torch.accelerator.is_available() else None
def held(): return torch.accelerator.memory_allocated() if torch.accelerator.is_available() else 0
def quiet(): torch.accelerator.empty_cache() if torch.accelerator.is_available() else None; return None


def branches(number):
    if number == 0: torch.accelerator.empty_cache() if torch.accelerator.is_available() else None
    elif number == 1: return (torch.accelerator.memory_reserved() if torch.accelerator.is_available() else 0) >= 0
    else: torch.accelerator.empty_cache() if torch.accelerator.is_available() else None
    return number


if __name__ == "__main__":
    print(tidy(), held(), quiet(), [branches(n) for n in range(3)])
