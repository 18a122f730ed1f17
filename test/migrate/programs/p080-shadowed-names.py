"""`cuda` and `torch` as names of other things."""
import types

import torch

cuda = torch.cuda.is_available()
fake = types.SimpleNamespace(cuda=types.SimpleNamespace(is_available=lambda: "fake", empty_cache=lambda: 0))


def with_parameter(torch):
    return torch.cuda.is_available(), torch.cuda.empty_cache()


def with_local():
    cuda = fake.cuda
    return cuda.is_available()


def with_loop():
    found = []
    for torch in [fake]:
        found.append(torch.cuda.is_available())
    return found


def with_flag(rows):
    return rows.to("cuda") if cuda else rows


if __name__ == "__main__":
    print(with_parameter(fake), with_local(), with_loop(), with_flag(torch.ones(2)).sum().item())
    print(cuda == torch.cuda.is_available())
