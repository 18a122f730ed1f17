"""Errors of torch.cuda that are caught by their type."""
import torch


def current():
    try:
        return torch.cuda.current_device()
    except AssertionError:
        return "built without"
    except RuntimeError:
        return "no driver"


def settle():
    try:
        torch.cuda.synchronize()
    except (AssertionError, RuntimeError) as error:
        return isinstance(error, AssertionError)
    return "settled"


def probe():
    try:
        torch.zeros(1).cuda()
    except AssertionError as error:
        return "CUDA" in str(error)
    except RuntimeError:
        return "driver"
    else:
        return "moved"


def anything():
    try:
        torch.accelerator.set_device_index(0)
        return True
    except Exception:
        return False


if __name__ == "__main__":
    print(current(), settle(), probe(), anything())
