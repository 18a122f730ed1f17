"""Ranges for a vendor's profiler, graphs, handles: they stay, what is beside them moves."""
import torch

on = torch.cuda.is_available()


def marked(step):
    if not on:
        return step()
    torch.cuda.nvtx.range_push("step")
    result = step()
    torch.cuda.nvtx.range_pop()
    torch.cuda.synchronize()
    return result


def versions():
    return torch.version.cuda is None, torch.backends.cuda.is_built(), torch.backends.cudnn.is_available()


def handle():
    return torch.cuda.current_blas_handle() is not None if on else None


def wide():
    return [name for name in ("CUDAGraph", "graph", "MemPool") if hasattr(torch.cuda, name)]


if __name__ == "__main__":
    print(marked(lambda: 12), len(versions()), handle() in (None, True), wide())
    print(torch.cuda.get_arch_list() == [] or True, torch.cuda.is_initialized() in (True, False))
