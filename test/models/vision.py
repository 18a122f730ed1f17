# RUN: %offside check --isolated --verify %s
# torchvision: transforms and files give CPU tensors, networks are modules, box operators want one device.
import torch
import torchvision
from torchvision import transforms
from torchvision.io import read_image
from torchvision.ops import nms, roi_align

net = torchvision.models.resnet18(weights=None).cuda()
image = transforms.ToTensor()(open("a.png"))
net(image)  # expect: DEV101
net(image.cuda())
net(read_image("a.png"))  # expect: DEV101

boxes = torch.rand(4, 4).cuda()
nms(boxes, torch.rand(4).cuda(), 0.5)
nms(boxes, torch.rand(4), 0.5)  # expect: DEV101
roi_align(torch.rand(1, 3, 8, 8), boxes, 2)  # expect: DEV101

grid = torchvision.utils.make_grid(torch.rand(4, 3, 8, 8, device="cuda"))
grid.numpy()  # expect: DEV201
torchvision.utils.save_image(grid, "b.png")
