"""Decorators made on the spot, stacked, with availability as an argument."""
import torch


def repeat(times, sync=torch.cuda.is_available()):
    def decorate(function):
        def wrapper(*args):
            results = [function(*args) for _ in range(times)]
            if sync:
                torch.cuda.synchronize()
            return results
        return wrapper
    return decorate


def when(condition, otherwise=None):
    return lambda function: function if condition else (lambda *args: otherwise)


@repeat(2)
def square(n):
    return n * n


@when(torch.cuda.is_available(), otherwise="no card")
@repeat(times=1, sync=True)
def cards():
    return torch.cuda.device_count()


@when(not torch.cuda.is_available(), otherwise="a card")
def host():
    return "host"


if __name__ == "__main__":
    print(square(3), cards(), host())
