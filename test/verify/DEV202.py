# RUN: %offside check --isolated --verify %s
# NumPy and tensors that require grad. Every function here is run by the oracle: those with an `expect` fail there.
import numpy as np
import torch
from torch import nn


def result_of_a_model():
    return nn.Linear(3, 2)(torch.ones(1, 3)).numpy()  # expect: DEV202


def a_parameter():
    return nn.Linear(3, 2).weight.numpy()  # expect: DEV202


def by_asarray():
    return np.asarray(nn.Linear(3, 2)(torch.ones(1, 3)))  # expect: DEV202


def cpu_does_not_help():
    return nn.Linear(3, 2)(torch.ones(1, 3)).cpu().numpy()  # expect: DEV202


def a_leaf():
    return torch.ones(3, requires_grad=True).numpy()  # expect: DEV202


def detached():
    y = nn.Linear(3, 2)(torch.ones(1, 3))
    return y.detach().numpy(), y.data.numpy(), y.tolist(), y.sum().item(), y.numpy(force=True)


def without_grad():
    model = nn.Linear(3, 2)
    with torch.no_grad():
        y = model(torch.ones(1, 3))
    with torch.inference_mode():
        z = model(torch.ones(1, 3)).numpy()
    return y.numpy(), z


@torch.no_grad()
def decorated():
    return nn.Linear(3, 2)(torch.ones(1, 3)).numpy()


def integers():
    return nn.Linear(3, 2)(torch.ones(1, 3)).argmax(-1).numpy(), (nn.Linear(3, 2)(torch.ones(1, 3)) > 0).numpy()


def frozen():
    model = nn.Linear(3, 2)
    model.requires_grad_(False)
    return model(torch.ones(1, 3)).numpy()


def no_parameters():
    return nn.ReLU()(torch.ones(1, 3)).numpy()
