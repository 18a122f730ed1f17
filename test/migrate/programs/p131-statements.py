"""The call as an expression statement in every kind of block, with and without neighbours."""
import torch


def generator():
    torch.cuda.empty_cache()
    yield 1
    torch.cuda.empty_cache()


async def coroutine():
    torch.cuda.empty_cache()


class Body:
    torch.cuda.empty_cache()
    size = 3

    def __del__(self):
        torch.cuda.empty_cache()

    @property
    def free(self):
        torch.cuda.empty_cache()
        return True


def docstring_only():
    """Only a text."""
    torch.cuda.empty_cache()


def after_comment():
    # nothing but the call below
    torch.cuda.empty_cache()
    # and nothing after it


def used(flag):
    result = torch.cuda.empty_cache()
    other = flag and torch.cuda.empty_cache()
    return (result, other, torch.cuda.empty_cache())


def returned():
    return torch.cuda.empty_cache()


def loops(numbers):
    for number in numbers:
        if number:
            continue
        else:
            torch.cuda.empty_cache()
    try:
        torch.cuda.empty_cache()
    except RuntimeError:
        torch.cuda.empty_cache()
    with torch.no_grad():
        torch.cuda.empty_cache()
    if numbers:
        pass
    elif not numbers:
        torch.cuda.empty_cache()


if __name__ == "__main__":
    print(list(generator()), Body.size, Body().free, docstring_only(), after_comment(), used(True), returned())
    print(loops([0, 1]), loops([]), coroutine().close())
