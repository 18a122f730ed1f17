import torch
from torch import nn


def prepare(net, batch, gpu, half=False):
    if gpu:
        batch = batch.cuda()
    if gpu and half:  # BUG: device-branch-inconsistent
        net = net.cuda().half()
        batch = batch.half()
    return net, batch


def main(gpu=True):
    net, batch = prepare(nn.Linear(3, 1), torch.randn(2, 3), gpu)
    return net(batch)  # RAISES-AT


if __name__ == "__main__":
    main()
