"""torch is imported where it is needed only."""
import torch


def count():
    import torch

    return torch.accelerator.device_count()


def flush():
    from torch.accelerator import empty_cache, is_available

    if torch.accelerator.is_available():
        empty_cache()
    if is_available():
        from torch.accelerator import synchronize

        synchronize()
    return is_available()


def pick():
    import torch

    return torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")


class Lazy:
    def __init__(self):
        import torch.cuda

        self.ready = torch.accelerator.is_available()

    def used(self):
        import torch.accelerator as gpu
        return (gpu.memory_allocated() if gpu.is_available() else 0)


if __name__ == "__main__":
    print(count(), flush(), pick(), Lazy().ready, Lazy().used())
