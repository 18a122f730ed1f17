import torch

x = torch.ones(3)
x.to("cuda")  # expect: DEV104
# expect+1: discarded-move
x.to("cuda")
