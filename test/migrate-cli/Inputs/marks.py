import torch

torch.cuda.manual_seed(3)
torch.cuda.manual_seed(3)  # the same again
print(
    torch.cuda.manual_seed(3),
    1,
)
x = """
""", torch.cuda.manual_seed(3), """
"""
y = torch.cuda.manual_seed(3), \
    2
z = torch.cuda.manual_seed(3), torch.cuda.manual_seed(3)
torch.cuda.manual_seed(3)  # TODO(offside): my own words
