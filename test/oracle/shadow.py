"""The dispatch mode that gives operators on a simulated GPU real values.

PyTorch's own CUDA code runs first: dispatch, device checks, allocation, error texts. Its kernels do nothing, so the CPU
kernel of the same operator then computes the values on aliases of the device memory.
"""

import contextlib
import re
import zlib

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from device_memory import CPU, alias, store, to_device
from operator_facts import INDEXED, REFERENCES, operator

MASK_TYPES = (torch.bool, torch.uint8)
_set_cudnn_enabled = torch._C._set_cudnn_enabled


def leaves(value, found=None):
    found = [] if found is None else found
    if isinstance(value, (list, tuple)):
        for item in value:
            leaves(item, found)
    elif isinstance(value, dict):
        for item in value.values():
            leaves(item, found)
    else:
        found.append(value)
    return found


def tensors(value):
    return [leaf for leaf in leaves(value) if isinstance(leaf, torch.Tensor)]


def rebuild(value, parts):
    """`value` with its leaves replaced by the next of `parts`, an iterator."""
    if isinstance(value, tuple):
        items = [rebuild(item, parts) for item in value]
        if hasattr(value, "_fields"):
            return type(value)(*items)
        return tuple(items) if type(value) is tuple else type(value)(items)
    if isinstance(value, list):
        return [rebuild(item, parts) for item in value]
    if isinstance(value, dict):
        return {key: rebuild(item, parts) for key, item in value.items()}
    return next(parts)


def each(value, convert):
    return rebuild(value, iter([convert(leaf) for leaf in leaves(value)]))


class DeviceRandom:
    """Random numbers of a simulated GPU: a stream that the seed and the offset of its generator determine."""

    def __init__(self, facts, args, kwargs):
        self.facts = facts
        values = leaves((args, kwargs))
        given = [v for v in values if isinstance(v, torch._C.Generator) and v.device.type == "cuda"]
        places = [v.device for v in values if isinstance(v, torch.Tensor) and v.is_cuda]
        places += [v for v in values if isinstance(v, torch.device) and v.index is not None]
        index = places[0].index if places else torch.cuda.current_device()
        self.generator = given[0] if given else torch.cuda.default_generators[index]

    def __enter__(self):
        self.saved = torch.default_generator.get_state()
        seed, offset = self.generator.initial_seed(), self.generator.get_offset()
        key = f"{seed} {offset} {bool(self.facts.written)}".encode()
        torch.default_generator.manual_seed(zlib.crc32(key))

    def __exit__(self, *ignored):
        torch.default_generator.set_state(self.saved)
        if self.facts.kind == "host":  # PyTorch's own code, which moves the offset on, does not run
            self.generator.set_offset(self.generator.get_offset() + 4)


def on_cpu(value):
    """An argument as the CPU kernel gets it."""
    if isinstance(value, torch.Tensor):
        return alias(value)
    if isinstance(value, torch.device) and value.type == "cuda":
        return CPU
    if isinstance(value, torch._C.Generator) and value.device.type == "cuda":
        return None
    return value


def widened(value):
    is_half = isinstance(value, torch.Tensor) and value.dtype in (torch.half, torch.bfloat16)
    return value.float() if is_half else value


class Shadow(TorchDispatchMode):
    in_forked_worker = False  # set while a data loader runs what a forked process would run
    without_values = {}  # operators whose values could not be computed: name -> why

    @classmethod
    def _should_skip_dynamo(cls):
        return False  # or the first operator would import torch._dynamo

    def __torch_dispatch__(self, overload, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        device = kwargs.get("device")
        is_cuda = device is not None and torch.device(device).type == "cuda"
        if not is_cuda and not any(t.is_cuda for t in tensors((args, kwargs))):
            return overload(*args, **kwargs)
        if Shadow.in_forked_worker:
            raise RuntimeError(
                "Cannot re-initialize CUDA in forked subprocess. To use CUDA with multiprocessing, you must use the"
                " 'spawn' start method"
            )
        facts = operator(overload)
        if facts.kind == "metadata":
            return overload(*args, **kwargs)
        is_sparse = any(t.layout != torch.strided for t in tensors((args, kwargs)))
        if facts.kind == "host" or is_sparse:
            return self.by_host(overload, facts, args, kwargs)
        if facts.name in INDEXED:
            args = self.without_masks(args)
        if facts.kind == "mutable":
            return self.in_place(overload, facts, args, kwargs)
        result = self.on_device(overload, facts, args, kwargs)
        try:
            reference = self.reference(overload, facts, args, kwargs)
        except Exception as error:
            return self.without_reference(overload, result, error)
        return self.with_values(result, reference)

    @staticmethod
    def with_values(result, reference, kept=()):
        """The result holding the reference's values; leaves whose id is in `kept` already do."""
        parts, values = leaves(result), leaves(reference)
        if len(parts) != len(values):
            return result
        return rebuild(result, iter([p if id(p) in kept else store(p, v) for p, v in zip(parts, values)]))

    def by_host(self, overload, facts, args, kwargs):
        """Output size or control flow depends on device data: check the devices, then use the CPU kernel."""
        device, operands = kwargs.get("device"), tensors((args, kwargs))
        if facts.name not in ("copy_", "_to_copy") and len({t.device for t in operands}) > 1:
            if facts.name == "allclose":
                with self:
                    return bool(torch.isclose(*args, **kwargs).all())
            overload(*args, **kwargs)  # PyTorch's own code raises its own error
        device = torch.device(device) if device is not None else next(t.device for t in operands if t.is_cuda)
        if device.type == "cuda" and device.index is None:
            device = torch.device("cuda", torch.cuda.current_device())
        reference = self.reference(overload, facts, args, kwargs)
        if facts.written and facts.written[0][0] < len(args):
            return args[facts.written[0][0]]
        moves = device.type == "cuda"
        return each(reference, lambda v: to_device(v, device) if moves and isinstance(v, torch.Tensor) else v)

    @staticmethod
    def without_masks(args):
        """Boolean masks in an index list become index tensors: their number of elements is device data."""
        if len(args) < 2 or not any(t.dtype in MASK_TYPES for t in tensors(args[1])):
            return args
        indices = []
        for index in args[1]:
            if isinstance(index, torch.Tensor) and index.dtype in MASK_TYPES:
                columns = [c.contiguous() for c in alias(index).nonzero().unbind(1)]
                indices += [to_device(c, index.device) if index.is_cuda else c for c in columns]
            else:
                indices.append(index)
        return (args[0], indices, *args[2:])

    @staticmethod
    def reference(overload, facts, args, kwargs, copies=None):
        """The operator by its CPU kernel; `copies` stand in for arguments that it writes to."""

        def convert(value):
            replaced = copies is not None and isinstance(value, torch.Tensor) and id(value) in copies
            return copies[id(value)] if replaced else on_cpu(value)

        random = DeviceRandom(facts, args, kwargs) if facts.is_random else contextlib.nullcontext()
        args, kwargs = each(args, convert), each(kwargs, convert)
        if "pin_memory" in kwargs:
            kwargs["pin_memory"] = False
        function = REFERENCES.get(facts.name, overload)

        def call(args, kwargs):
            with random:
                return function(*args, **kwargs)

        try:
            return call(args, kwargs)
        except (RuntimeError, NotImplementedError) as error:
            half = re.search(r"not implemented for.*(Half|BFloat16)", str(error))
            if not half or facts.written:
                raise
            return call(each(args, widened), each(kwargs, widened))

    def in_place(self, overload, facts, args, kwargs):
        written = [args[n] if n < len(args) else kwargs.get(name) for n, name in facts.written]
        targets = tensors(written)
        copies = {id(t): alias(t).clone() for t in targets}
        failure = reference = None
        try:
            reference = self.reference(overload, facts, args, kwargs, copies)
        except Exception as error:
            failure = error
        result = self.on_device(overload, facts, args, kwargs)
        if failure is not None:
            return self.without_reference(overload, result, failure)
        for target in targets:
            values = copies[id(target)]
            if target.numel() and target.shape == values.shape:
                alias(target).copy_(values)
        return self.with_values(result, reference, kept={id(t) for t in targets})

    @staticmethod
    def on_device(overload, facts, args, kwargs):
        """PyTorch's own host code for the operator."""
        if facts.name != "convolution":
            return overload(*args, **kwargs)
        # With cuDNN on, the checks of its backend give the real texts; an engine to compute with it does not find.
        _set_cudnn_enabled(True)
        try:
            return overload(*args, **kwargs)
        except RuntimeError as error:
            no_engine = r"cuDNN|CUDNN|cudnn_frontend|to find an engine|FIND was|GET was|fake runtime"
            if not re.search(no_engine, str(error)):
                raise
        finally:
            _set_cudnn_enabled(False)
        return overload(*args, **kwargs)

    @staticmethod
    def without_reference(overload, result, error):
        text = str(error)
        missing = (
            isinstance(error, NotImplementedError) or "Could not run" in text or "not implemented for" in text
        )
        if not missing:
            raise error
        for tensor in tensors(result):
            Shadow.without_values.setdefault(str(overload), text.splitlines()[0][:120])
            if tensor.is_cuda and tensor.layout == torch.strided and tensor.numel():
                alias(tensor).zero_()
        return result
