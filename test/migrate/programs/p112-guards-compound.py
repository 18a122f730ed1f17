"""Guards of several conditions: or, not, chained, negated, with a fallback."""
import torch

wanted = True
no_cuda = False


def enabled():
    use_cuda = wanted and torch.cuda.is_available() and not no_cuda
    if use_cuda:
        torch.cuda.synchronize()
    return use_cuda


def leave():
    if no_cuda or not torch.cuda.is_available():
        return "left"
    torch.cuda.reset_peak_memory_stats()
    return "stayed"


def several():
    if torch.cuda.is_available() and torch.cuda.device_count() >= 1 and torch.cuda.current_device() == 0:
        return torch.cuda.memory_allocated() >= 0
    return None


def either():
    if torch.cuda.is_available() or torch.backends.mps.is_available():
        return "some"
    return "none"


def counted():
    if torch.cuda.device_count() > 0:
        torch.cuda.synchronize()
        return torch.cuda.current_device()
    return -1


if __name__ == "__main__":
    print(enabled(), leave(), several(), either(), counted())
