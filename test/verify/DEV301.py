# RUN: %offside check --isolated --verify --select DEV301 %s
# Names of torch.cuda with a counterpart for every accelerator.
import torch
import torch.cuda as tc
from torch import cuda
from torch.cuda import empty_cache, synchronize
from unittest import mock


def guarded():
    if torch.cuda.is_available():  # expect: DEV301
        torch.cuda.synchronize()  # expect: DEV301


def an_alias():
    if tc.is_available():  # expect: DEV301
        tc.reset_peak_memory_stats()  # expect: DEV301


def a_module_by_name():
    return cuda.device_count()  # expect: DEV301


def names_by_import():
    synchronize()  # expect: DEV301
    empty_cache()  # expect: DEV301


def a_function_as_a_value():
    wait = torch.cuda.synchronize  # expect: DEV301
    wait()


def seeds(seed):
    torch.manual_seed(seed)
    torch.cuda.manual_seed_all(seed)  # expect: DEV301


def caught(step):
    try:
        step()
    except torch.cuda.OutOfMemoryError:  # expect: DEV301
        torch.cuda.empty_cache()  # expect: DEV301


def annotated(stream: torch.cuda.Stream):  # made elsewhere
    stream.synchronize()


def without_a_counterpart():
    torch.cuda.nvtx.range_push("step")
    return torch.cuda.get_device_capability()


def a_test_whose_code_stays():
    if torch.cuda.is_available():
        torch.cuda.nvtx.range_push("step")


def a_test_for_bitsandbytes(model):
    if torch.cuda.is_available():
        import bitsandbytes

        return bitsandbytes.optim.Adam8bit(model.parameters())
    return None


def several_backends():
    if torch.cuda.is_available():
        return "cuda", torch.cuda.get_device_capability()
    if torch.xpu.is_available():
        return "xpu", None
    return "cpu", None


def replaced():
    with mock.patch.object(torch.cuda, "is_initialized"):
        return torch.cuda.is_initialized()


def portable_already():
    if torch.accelerator.is_available():
        torch.accelerator.synchronize()


def a_text():
    print("torch.cuda.synchronize()")
