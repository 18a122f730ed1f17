# RUN: %offside check --isolated --verify %s
# accelerate, einops, torchmetrics, distributions, tqdm: what comes back is where it was, or where the framework put it.
import torch
import torchmetrics
from accelerate import Accelerator
from einops import rearrange
from torch.distributions import Normal
from tqdm import tqdm

image = torch.rand(3, 8, 8)
rearrange(image, "c h w -> h w c") + torch.zeros(3, device="cuda")  # expect: DEV101
rearrange(image.cuda(), "c h w -> h w c") + torch.zeros(3, device="cuda")

accuracy = torchmetrics.Accuracy(task="multiclass", num_classes=3)
accuracy(torch.rand(4, 3).cuda(), torch.zeros(4).cuda())  # expect: DEV101
accuracy.to("cuda")
accuracy(torch.rand(4, 3).cuda(), torch.zeros(4).cuda())
mean = torchmetrics.MeanMetric()
mean(torch.rand(4).cuda())

accelerator = Accelerator()
model = accelerator.prepare(torch.nn.Linear(3, 3))
model(torch.rand(2, 3).to(accelerator.device))

noise = Normal(torch.zeros(3, device="cuda"), torch.ones(3, device="cuda")).sample()
noise + torch.ones(3)  # expect: DEV101

for row in tqdm(torch.rand(4, 3, device="cuda")):
    row + torch.ones(3)  # expect: DEV101
