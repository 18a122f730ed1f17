"""Guards of several conditions: or, not, chained, negated, with a fallback."""
import torch

wanted = True
no_cuda = False


def enabled():
    use_cuda = wanted and torch.accelerator.is_available() and not no_cuda
    if use_cuda:
        torch.accelerator.synchronize()
    return use_cuda


def leave():
    if no_cuda or not torch.accelerator.is_available():
        return "left"
    torch.accelerator.reset_peak_memory_stats()
    return "stayed"


def several():
    if torch.accelerator.is_available() and torch.accelerator.device_count() >= 1 and torch.accelerator.current_device_index() == 0:
        return torch.accelerator.memory_allocated() >= 0
    return None


def either():
    if torch.cuda.is_available() or torch.backends.mps.is_available():
        return "some"
    return "none"


def counted():
    if torch.accelerator.device_count() > 0:
        torch.accelerator.synchronize()
        return torch.accelerator.current_device_index()
    return -1


if __name__ == "__main__":
    print(enabled(), leave(), several(), either(), counted())
