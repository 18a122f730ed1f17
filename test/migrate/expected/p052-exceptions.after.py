"""Exceptions of torch.cuda by all their names."""
import torch
from torch import OutOfMemoryError

RETRY = (torch.OutOfMemoryError, MemoryError)


class GaveUp(torch.OutOfMemoryError):
    pass


def attempts(error, count):
    tried = 0
    while tried < count:
        try:
            tried += 1
            raise error
        except RETRY:
            continue
        except OutOfMemoryError:
            return "never"
    return tried


def swallow(error):
    try:
        raise error
    except torch.OutOfMemoryError as caught:
        return f"{type(caught).__name__}: {caught}"


if __name__ == "__main__":
    print(attempts(OutOfMemoryError("full"), 3), swallow(GaveUp("tired")))
    print(OutOfMemoryError is torch.OutOfMemoryError, torch.OutOfMemoryError.__name__)
