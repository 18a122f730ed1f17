"""Says what the end of a program means: a device error, another error, or something this simulation cannot do."""

import os
import re
import traceback

CLEAN, DEVICE, OTHER, UNSUPPORTED = 0, 3, 4, 5

# Texts of PyTorch 2.15 for misplaced tensors, absent devices and accelerator calls on machines without one.
DEVICE_TEXTS = [
    r"Expected all tensors to be on the same device",
    r"found at least two devices",
    r"Trying to pass too many CPU scalars",
    r"indices should be either on .* same device as the indexed tensor",
    r"expected device \S+ but got device",
    r"expected self and mask to be on the same device",
    r"masked_fill_?: Expected inputs to be on same device",
    r"Input type \((?=[^()]*\) and (?:weight|bias) type \()(?:torch\.cuda\.\w+\) and \w+ type \(torch\.(?!cuda)"
    r"|torch\.(?!cuda)\w+\) and \w+ type \(torch\.cuda\.)",
    r"Input and (parameter|hidden) tensors are not at the same device",
    r"'lengths' argument should be .*(cuda|xpu|mps)",
    r"Expected tensor to have \S+ Device, but got tensor with",
    r"Expected a '\w+' (device type for generator|generator device)",
    r"cannot pin 'torch\.cuda",
    r"Attempted to set the storage of a tensor on device",
    r"can't convert \S+ device type tensor to numpy",
    r"Torch not compiled with CUDA enabled",
    r"Found no NVIDIA driver",
    r"No CUDA GPUs are available",
    r"Cannot re-initialize CUDA",
    r"invalid device ordinal",
    r"no CUDA-capable device",
    r"Attempting to deserialize object on",
    r"module must have its parameters and buffers on device",
    r"input module must be on the same type of devices",
    r"Invalid device",
    r"Expected one of cpu, cuda",
    r"Cannot copy out of meta tensor",
    r"annot be called on meta tensors",
    r"Tensors of the same index must be on the same device",
    r"(must|should|expected to|to) be on (the )?same device",
    r"(on|have) the same device",
    r"same device type",
    r"different from other tensors on",
    r"is None but torch\.cuda",
    r"Cannot access accelerator device",
    r"torch\.cuda\.is_available\(\) is False",
    r"[Dd]evice[ _]?(index|id|ordinal)\b.*(negative|invalid|out of range|must be|should be)",
    r"CUDA driver",
    r"not linked with support for cuda",
    r"requires CUDA|CUDA is (required|not available)",
    r"[Dd]evice type .* (mismatch|not supported)",
    r"expected device type",
    r"Expected .* to be a? ?CPU",
    r"(must|should|expected to) be (a |an )?(CPU|CUDA|GPU)",
    r"on CPU",
    r"device mismatch",
    r"[Ff]ailed to allocate CUDA|Invalid device id|invalid device",
    r"has no attribute '_cuda_\w*'",
    r"Torch not compiled",
    r"pin memory|pin_memory|pinned",
    r"device_ids|DataParallel.*device",
    r"cuda:\d+ (and|vs\.?) cpu|cpu (and|vs\.?) cuda:\d+",
    r"Tried to instantiate dummy base class",
    r"NCCL|nccl",
    r"CPU Scalar support for \w+ argument is not supported",
    r"iter\.device\(arg\)\.is_cuda\(\)",
    r"Expected tensor to have \w+ DeviceType",
    r"\.get_device\(\) ==",
    r"Could not run 'aten::\S+' with arguments from the '\w*(CUDA|CPU)' backend",
    r"not available\. Torch not compiled",
]
UNSUPPORTED_TEXTS = [
    r"\(fake runtime\)",
    r"CUBLAS_STATUS|CUDNN_STATUS|CUSOLVER_STATUS|CUSPARSE_STATUS|CUFFT_",
    r"ORACLE-UNSUPPORTED",
    r"CUDAGraph\.cpp|capture_id_opt",
]
REQUIRES_GRAD_TEXT = r"Can't call numpy\(\) on Tensor that requires grad"


def classify(error):
    """(exit status, kind) for the exception that ended a program."""
    text = f"{type(error).__name__}: {error}"
    if isinstance(error, SystemExit):
        return (CLEAN, "exit") if error.code in (None, 0) else (OTHER, "exit")
    if isinstance(error, ModuleNotFoundError):
        return UNSUPPORTED, "missing-module"
    if any(re.search(pattern, text) for pattern in UNSUPPORTED_TEXTS):
        return UNSUPPORTED, "fake-runtime"
    if re.search(REQUIRES_GRAD_TEXT, text):
        return OTHER, "requires-grad"
    if isinstance(error, (RuntimeError, TypeError, AssertionError, ValueError, AttributeError)):
        if any(re.search(pattern, text) for pattern in DEVICE_TEXTS):
            return DEVICE, "device"
    if isinstance(error, RuntimeError) and isinstance(error.__cause__, BaseException):
        return classify(error.__cause__)
    return OTHER, "other"


def user_lines(error, script):
    """The lines of the program itself on the way to the error, outermost first."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [f.lineno for f in frames if os.path.abspath(f.filename) == script]
    if isinstance(error, SyntaxError) and error.filename and os.path.abspath(error.filename) == script:
        lines.append(error.lineno)
    return lines
