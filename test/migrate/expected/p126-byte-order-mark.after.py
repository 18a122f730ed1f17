"""A file that begins with a byte order mark and has no line end at its end."""
import torch

print("é".upper(), torch.accelerator.device_count() >= 0)
if torch.accelerator.is_available():
    torch.accelerator.empty_cache()
if torch.accelerator.is_available():
    torch.accelerator.synchronize()