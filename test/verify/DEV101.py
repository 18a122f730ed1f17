# RUN: %offside check --isolated --verify %s
# Operands whose devices are both known. Every function here is run by the oracle: those with an `expect` fail there.
import copy
import functools

import torch
import torch.nn.functional as F

gpu = torch.device("cuda", 0)


def addition():
    a = torch.ones(3, device=gpu)
    b = a.cpu()
    return a + b  # expect: DEV101


def after_a_round_trip():
    a = torch.ones(3, device=gpu)
    b = a.cpu().to(gpu)
    return a + b


def in_place():
    total = torch.zeros(3).cpu()
    total += torch.ones(3, device=gpu)  # expect: DEV101
    return total


def copies_go_anywhere():
    host = torch.zeros(3, device="cpu")
    host.copy_(torch.ones(3, device=gpu))
    host[0:2] = torch.ones(2, device=gpu)
    return host


def scalars_are_forgiven():
    x = torch.ones(3, device=gpu)
    half = torch.tensor(0.5, device="cpu")
    return torch.where(x > half, x * half, half) + half


def an_accelerator_scalar_is_not():
    x = torch.ones(3, device="cpu")
    return x * torch.tensor(0.5, device=gpu)  # expect: DEV101


def clamp_wants_it_exact():
    x = torch.ones(3, device=gpu)
    return torch.clamp(x, min=torch.tensor(0.0, device="cpu"))  # expect: DEV101


def two_scalars_are_too_many():
    x = torch.ones(3, device=gpu)
    zero = torch.tensor(0.0, device="cpu")
    return torch.lerp(x, zero, zero)  # expect: DEV101


def a_list_of_tensors():
    parts = [torch.ones(2, device=gpu) for _ in range(2)]
    parts.append(torch.ones(2, device="cpu"))
    return torch.cat(parts)  # expect: DEV101


def a_list_that_was_moved():
    parts = [torch.ones(2, device="cpu"), torch.ones(2, device=gpu)]
    return torch.cat([part.to(gpu) for part in parts])


def keyword_arguments():
    scores = torch.ones(2, 3, device=gpu)
    labels = torch.tensor([0, 1], device=gpu)
    weight = torch.ones(3, device="cpu")
    return F.linear(input=scores, weight=torch.ones(4, 3, device="cpu")), labels, weight  # expect: DEV101


def through_partial():
    scale = functools.partial(torch.mul, torch.ones(3, device="cpu"))
    return scale(torch.ones(3, device=gpu))  # expect: DEV101


def through_a_lambda():
    w = torch.ones(3, device="cpu")
    f = lambda t: t - w  # noqa: E731  # expect: DEV101
    return f(torch.ones(3, device=gpu))


def both_branches_move():
    x, y = torch.ones(3), torch.ones(3)
    use = torch.cuda.is_available()
    if use:
        x = x.cuda()
    y = y.cuda() if use else y
    return x + y


def one_branch_moves():
    x, y = torch.ones(3), torch.ones(3)
    if torch.cuda.is_available():
        x = x.cuda()
    return x + y  # expect: DEV101


def early_return():
    x = torch.ones(3)
    if not torch.cuda.is_available():
        return x + torch.ones(3)
    x = x.cuda()
    return x + torch.ones(3, device=x.device)


def a_deep_copy_stays():
    a = torch.ones(3, device=gpu)
    return copy.deepcopy(a) + torch.ones(3, device="cpu")  # expect: DEV101


def the_other_decides():
    a, b = torch.ones(3, device=gpu), torch.ones(3, device="cpu")
    return a + b.to(a), a + b.type_as(a)


def swapped():
    a, b = torch.ones(3, device=gpu), torch.ones(3, device="cpu")
    a, b = b, a
    return torch.dot(a, b)  # expect: DEV101


def metadata_only():
    a, b = torch.ones(3, device=gpu), torch.ones(2, 3, device="cpu")
    return a.expand_as(b) + torch.zeros(b.shape, device=gpu)


def default_device():
    with torch.device(gpu):
        a = torch.ones(3)
    return a + torch.ones(3, device="cpu")  # expect: DEV101


def default_device_for_both():
    with torch.device("cuda"):
        a, b = torch.ones(3), torch.arange(3)
    return a + b


class _Fused(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = torch.nn.Conv2d(3, 3, 1)

    def fuse(self, x: torch.Tensor):
        fused = torch.nn.Conv2d(3, 3, 1)
        fused.weight.data = self.conv.weight
        fused.bias.data = self.conv.bias
        return self.conv.weight + fused.weight
