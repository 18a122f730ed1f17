"""A file that begins with a byte order mark and has no line end at its end."""
import torch

print("é".upper(), torch.cuda.device_count() >= 0)
torch.cuda.empty_cache()
if torch.cuda.is_available():
    torch.cuda.synchronize()