import torch

x = torch.ones(3)
x.cpu()  # noqa: DEV104
y = torch.ones(3)  # noqa: DEV101, E501
z = torch.ones(3)  # noqa: E501
