"""Bodies on the line of their head: if, else, for, while, try, with, class, def."""
import torch

flags = [True, False]
if flags[0]: torch.cuda.empty_cache()
for flag in flags: torch.cuda.empty_cache()
while flags: flags.pop(); torch.cuda.empty_cache()
try: torch.cuda.empty_cache()
finally: torch.cuda.empty_cache()
with torch.no_grad(): torch.cuda.empty_cache()
if not flags: torch.cuda.manual_seed(7)
else: torch.cuda.empty_cache()


def tidy(): torch.cuda.empty_cache()
def held(): return torch.cuda.memory_allocated()
def quiet(): torch.cuda.empty_cache(); return None


def branches(number):
    if number == 0: torch.cuda.empty_cache()
    elif number == 1: return torch.cuda.memory_reserved() >= 0
    else: torch.cuda.empty_cache()
    return number


if __name__ == "__main__":
    print(tidy(), held(), quiet(), [branches(n) for n in range(3)])
