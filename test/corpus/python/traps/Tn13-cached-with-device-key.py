from functools import lru_cache
import torch

_CACHE = {}


@lru_cache(None)
def positions(n, device):
    return torch.arange(n, device=device)


def mask(n, device):
    key = (n, str(device))
    if key not in _CACHE:
        _CACHE[key] = torch.ones(n, n, device=device).tril().bool()
    return _CACHE[key]


def attend(x):
    s = x @ x.transpose(1, 2) - positions(x.size(1), x.device)
    return s.masked_fill(~mask(x.size(1), x.device), -1e9).softmax(-1) @ x


if __name__ == "__main__":
    for d in ("cpu", "cuda") if torch.cuda.is_available() else ("cpu",):
        attend(torch.randn(1, 3, 2, device=d))
