"""Makes the CUDA build of PyTorch behave like a CPU-only build, as far as programs can tell."""

import torch

TENSOR_TYPES = "Float Double Half Long Int Short Byte Char Bool BFloat16"


def fails(error, text):
    def function(*args, **kwargs):
        raise error(text)

    return function


def _dummy_class(name):
    def refuse(cls, *args, **kwargs):
        raise RuntimeError(f"Tried to instantiate dummy base class {name}")

    return type(name, (), {"__new__": refuse})


class _MissingTensorType(type):
    """`torch.cuda.FloatTensor` and its like: classes that nothing is an instance of."""

    def __call__(cls, *args, **kwargs):
        raise TypeError(f"type torch.cuda.{cls.__name__} not available. Torch not compiled with CUDA enabled.")


def _without_accelerator():
    """`torch.accelerator` of such a build: there is no accelerator, and whatever needs one raises."""
    functions, none_there = torch._C, "Cannot access accelerator device when none is available."
    for name in dir(functions):
        if name.startswith("_accelerator_"):
            setattr(functions, name, fails(RuntimeError, none_there))
    set_index = functions._accelerator_setDeviceIndex
    functions._accelerator_setDeviceIndex = lambda index: set_index() if index >= 0 else None
    functions._accelerator_getAccelerator = lambda: None
    functions._get_accelerator = lambda check=None: torch.device("cpu")


def hide_types():
    """Classes of a build without CUDA are there, but make nothing."""
    for name in ("Event", "Stream", "CUDAGraph"):
        setattr(torch.cuda, name, _dummy_class(name))
    for name in TENSOR_TYPES.split():
        setattr(torch.cuda, f"{name}Tensor", _MissingTensorType(f"{name}Tensor", (), {}))


def install():
    cuda = torch.cuda
    cuda._lazy_init = fails(AssertionError, "Torch not compiled with CUDA enabled")
    cuda._is_compiled = lambda: False
    cuda.is_available = lambda: False
    cuda.device_count = lambda: 0
    cuda.is_bf16_supported = lambda *args, **kwargs: False
    no_set_device = fails(AttributeError, "module 'torch._C' has no attribute '_cuda_setDevice'")
    cuda.set_device = lambda device: no_set_device() if cuda._utils._get_device_index(device) >= 0 else None
    hide_types()
    _without_accelerator()
    torch.version.cuda = None
    torch.backends.cuda.is_built = lambda: False
    torch.backends.cudnn.is_available = lambda: False
