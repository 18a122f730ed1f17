import torch

print(torch.accelerator.memory_allocated())
