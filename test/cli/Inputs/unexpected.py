import torch

x = torch.ones(3)
x.to("cuda")
y = torch.ones(3)  # expect: DEV104
