"""Prepares PyTorch for running on the fake CUDA runtime: what has no counterpart there is switched off or replaced."""

import inspect
import threading

import torch
import torch._tensor_str
import torch.utils.data._utils.fetch as fetch
import torch.utils.data.dataloader as dataloader

from device_memory import alias
from shadow import Shadow


def install():
    """The dispatch mode under which a program is to run."""
    mode = Shadow()
    _without_special_kernels()
    _without_fused_checks()
    _print_device_values()
    _in_every_thread(mode)
    _load_in_one_process()
    return mode


class _Remembered:
    """`torch.backends.cudnn.enabled` for the program: what was assigned last, without effect."""

    def __get__(self, owner, kind):
        return getattr(owner, "_oracle_enabled", True)

    def __set__(self, owner, value):
        owner.__dict__["_oracle_enabled"] = value


def _without_special_kernels():
    """cuDNN, flash attention and the fuser use private operators that no CPU kernel can shadow."""
    torch._C._set_cudnn_enabled(False)
    torch._C._set_cudnn_enabled = lambda value: None
    type(torch.backends.cudnn).enabled = _Remembered()
    for name in ("_set_sdp_use_flash", "_set_sdp_use_mem_efficient", "_set_sdp_use_cudnn"):
        getattr(torch._C, name)(False)
        setattr(torch._C, name, lambda value: None)
    torch._C._jit_set_texpr_fuser_enabled(False)
    torch._C._jit_set_profiling_executor(False)
    torch.backends.mha.set_fastpath_enabled(False)  # it reads sizes from device memory


def _without_fused_checks():
    """Under a dispatch mode ctc_loss takes its path for tensor subclasses; the usual one reads the lengths first."""
    original = torch.ctc_loss

    def ctc_loss(log_probs, targets, input_lengths, target_lengths, *args, **kwargs):
        if isinstance(input_lengths, torch.Tensor) and isinstance(target_lengths, torch.Tensor):
            input_lengths, target_lengths = input_lengths.tolist(), target_lengths.tolist()
        return original(log_probs, targets, input_lengths, target_lengths, *args, **kwargs)

    torch.ctc_loss = ctc_loss


def _print_device_values():
    """Printing switches dispatch modes off, so it is given a copy on the CPU."""
    original = torch._tensor_str._tensor_str

    def tensor_str(tensor, indent):
        if isinstance(tensor, torch.Tensor) and tensor.is_cuda and tensor.layout == torch.strided:
            tensor = alias(tensor).clone()
        return original(tensor, indent)

    torch._tensor_str._tensor_str = tensor_str


def _in_every_thread(mode):
    original = threading.Thread.run

    def run(thread):
        with mode:
            original(thread)

    threading.Thread.run = run


def _load_in_one_process():
    """Data loaders use no workers; CUDA inside what would have been a forked worker is the error it would be."""
    initialise = dataloader.DataLoader.__init__
    signature = inspect.signature(initialise)

    def loader_init(self, *args, **kwargs):
        bound = signature.bind(self, *args, **kwargs)
        workers = bound.arguments.get("num_workers", 0) or 0
        context = bound.arguments.get("multiprocessing_context")
        if workers:
            bound.arguments["num_workers"] = 0
            for name in ("prefetch_factor", "persistent_workers", "timeout", "multiprocessing_context"):
                bound.arguments.pop(name, None)
        initialise(*bound.args, **bound.kwargs)
        self.__dict__["_oracle_forks"] = bool(workers) and context in (None, "fork")

    dataloader.DataLoader.__init__ = loader_init
    iterator_init = dataloader._SingleProcessDataLoaderIter.__init__

    def new_iterator(self, loader):
        iterator_init(self, loader)
        self._dataset_fetcher._oracle_forks = getattr(loader, "_oracle_forks", False)

    dataloader._SingleProcessDataLoaderIter.__init__ = new_iterator
    for kind in (fetch._MapDatasetFetcher, fetch._IterableDatasetFetcher):

        def fetched(self, index, original=kind.fetch):
            Shadow.in_forked_worker = getattr(self, "_oracle_forks", False) and torch.cuda.is_initialized()
            try:
                return original(self, index)
            finally:
                Shadow.in_forked_worker = False

        kind.fetch = fetched
