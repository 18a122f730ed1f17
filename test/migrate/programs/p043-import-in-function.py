"""torch is imported where it is needed only."""


def count():
    import torch

    return torch.cuda.device_count()


def flush():
    from torch.cuda import empty_cache, is_available

    empty_cache()
    if is_available():
        from torch.cuda import synchronize

        synchronize()
    return is_available()


def pick():
    import torch
    from torch import device

    return device("cuda" if torch.cuda.is_available() else "cpu")


class Lazy:
    def __init__(self):
        import torch.cuda

        self.ready = torch.cuda.is_available()

    def used(self):
        import torch.cuda as gpu
        return gpu.memory_allocated()


if __name__ == "__main__":
    print(count(), flush(), pick(), Lazy().ready, Lazy().used())
