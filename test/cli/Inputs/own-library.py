import mylib
import torch

x = torch.ones(3, device="cuda")
print(x + mylib.load_image("a.png"))
