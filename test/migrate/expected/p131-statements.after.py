"""The call as an expression statement in every kind of block, with and without neighbours."""
import torch


def generator():
    if torch.accelerator.is_available():
        torch.accelerator.empty_cache()
    yield 1
    if torch.accelerator.is_available():
        torch.accelerator.empty_cache()


async def coroutine():
    if torch.accelerator.is_available():
        torch.accelerator.empty_cache()


class Body:
    if torch.accelerator.is_available():
        torch.accelerator.empty_cache()
    size = 3

    def __del__(self):
        if torch.accelerator.is_available():
            torch.accelerator.empty_cache()

    @property
    def free(self):
        if torch.accelerator.is_available():
            torch.accelerator.empty_cache()
        return True


def docstring_only():
    """Only a text."""
    if torch.accelerator.is_available():
        torch.accelerator.empty_cache()


def after_comment():
    # nothing but the call below
    if torch.accelerator.is_available():
        torch.accelerator.empty_cache()
    # and nothing after it


def used(flag):
    result = torch.accelerator.empty_cache() if torch.accelerator.is_available() else None
    other = flag and (torch.accelerator.empty_cache() if torch.accelerator.is_available() else None)
    return (result, other, torch.accelerator.empty_cache() if torch.accelerator.is_available() else None)


def returned():
    return torch.accelerator.empty_cache() if torch.accelerator.is_available() else None


def loops(numbers):
    for number in numbers:
        if number:
            continue
        else:
            if torch.accelerator.is_available():
                torch.accelerator.empty_cache()
    try:
        if torch.accelerator.is_available():
            torch.accelerator.empty_cache()
    except RuntimeError:
        if torch.accelerator.is_available():
            torch.accelerator.empty_cache()
    with torch.no_grad():
        if torch.accelerator.is_available():
            torch.accelerator.empty_cache()
    if numbers:
        pass
    elif not numbers:
        if torch.accelerator.is_available():
            torch.accelerator.empty_cache()


if __name__ == "__main__":
    print(list(generator()), Body.size, Body().free, docstring_only(), after_comment(), used(True), returned())
    print(loops([0, 1]), loops([]), coroutine().close())
