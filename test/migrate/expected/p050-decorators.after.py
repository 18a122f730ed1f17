"""Decorators that wait for the device, skip without one, and flush afterwards."""
import functools

import torch


def synchronized(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        if torch.accelerator.is_available():
            torch.accelerator.synchronize()
        result = function(*args, **kwargs)
        if torch.accelerator.is_available():
            torch.accelerator.synchronize()
        return result

    return wrapper


def needs_card(default):
    def decorate(function):
        def wrapper(*args):
            return function(*args) if torch.cuda.is_available() else default
        return wrapper
    return decorate


def flushing(function):
    def wrapper(*args):
        try:
            return function(*args)
        finally:
            if torch.accelerator.is_available():
                torch.accelerator.empty_cache()
    return wrapper


@synchronized
@flushing
def add(a, b):
    return a + b


@needs_card(default=-1)
def where(index):
    return torch.ones(1, device=f"cuda:{index}").device.index


if __name__ == "__main__":
    print(add(2, 3), where(0), add.__name__)
