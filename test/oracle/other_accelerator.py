"""A machine whose accelerator is not CUDA, for programs that `offside migrate` has rewritten halfway.

The simulated GPU stays, and `torch.accelerator` finds it. To the program, `torch.cuda` is what a build without CUDA has,
and the word "cuda" in its texts becomes "nvda", a device that does not exist: what still asks for CUDA fails, compares
unequal or is told that there is none, as it would beside any other accelerator.
"""

import ast
import functools
import re
import sys
import types

import torch

import cpu_only_build

NAMED = re.compile(r"^cuda(?=$|:)|(?<=^torch\.)cuda(?=\.\w+Tensor$)")
QUIET = {  # what asks for nothing that is missing
    "is_available": False,
    "device_count": 0,
    "is_initialized": False,
    "is_bf16_supported": False,
    "empty_cache": None,
    "manual_seed": None,
    "manual_seed_all": None,
    "seed_all": None,
    "set_rng_state_all": None,
    "memory_allocated": 0,
    "max_memory_allocated": 0,
    "memory_reserved": 0,
    "max_memory_reserved": 0,
    "memory_cached": 0,
    "max_memory_cached": 0,
    "memory_stats": {},
    "get_rng_state_all": [],
    "get_arch_list": [],
}
_program = None  # the file that is run: PyTorch's own calls of torch.cuda reach the simulated GPU


def _asked_by_program():
    return sys._getframe(2).f_code.co_filename == _program


def _split(real, missing):
    """A function that is `missing` for the program and `real` for everybody else."""

    @functools.wraps(real)
    def function(*args, **kwargs):
        return (missing if _asked_by_program() else real)(*args, **kwargs)

    return function


def _hide_functions():
    no_cuda = cpu_only_build.fails(AssertionError, "Torch not compiled with CUDA enabled")
    for name, value in list(vars(torch.cuda).items()):
        if isinstance(value, types.FunctionType) and not name.startswith("_") and name != "stream":
            quiet = (lambda *args, result=QUIET[name], **kwargs: result) if name in QUIET else no_cuda
            setattr(torch.cuda, name, _split(value, quiet))
    torch.cuda.set_device = _split(
        torch.cuda.set_device.__wrapped__, lambda device: device == -1 or no_cuda()
    )
    torch.Tensor.cuda = _split(torch.Tensor.cuda, no_cuda)
    torch.nn.Module.cuda = _split(torch.nn.Module.cuda, no_cuda)
    torch.UntypedStorage.cuda = torch.TypedStorage.cuda = no_cuda
    on_device = torch.Tensor.is_cuda
    torch.Tensor.is_cuda = property(
        lambda tensor: not _asked_by_program() and on_device.__get__(tensor, type(tensor))
    )
    enter = torch.cuda.device.__enter__
    torch.cuda.device.__enter__ = lambda self: (
        no_cuda() if _asked_by_program() and self.idx >= 0 else enter(self)
    )


def _hide_amp():
    """Mixed precision for a device that is not there is off."""
    for owner in (torch.amp.autocast, torch.amp.GradScaler):

        def created(self, device="nvda", *args, original=owner.__init__, **kwargs):
            device = kwargs.pop("device_type", device)
            if device == "nvda":
                device, kwargs["enabled"] = "cuda", False
            original(self, device, *args, **kwargs)

        owner.__init__ = created
    for name in ("custom_fwd", "custom_bwd"):

        def custom(*args, device_type, original=getattr(torch.amp, name), **kwargs):
            return original(*args, device_type=device_type.replace("nvda", "cuda"), **kwargs)

        setattr(torch.amp, name, custom)
    for name in ("autocast", "GradScaler"):
        old = getattr(torch.cuda.amp, name)

        def disabled(self, *args, original=old.__init__, **kwargs):
            original(self, *args, **kwargs)
            self._enabled = False

        old.__init__ = disabled


def install():
    torch.nvda = torch.cuda
    _hide_functions()
    _hide_amp()
    cpu_only_build.hide_types()


class _Renamed(ast.NodeTransformer):
    def visit_Constant(self, node):
        if isinstance(node.value, str):
            return ast.copy_location(ast.Constant(NAMED.sub("nvda", node.value)), node)
        return node


def run(path):
    """Runs a program with its words replaced."""
    global _program
    _program = path
    with open(path, "rb") as file:
        tree = _Renamed().visit(ast.parse(file.read(), path))
    module = types.ModuleType("__main__")
    module.__file__ = path
    sys.modules["__main__"] = module
    exec(compile(tree, path, "exec"), vars(module))
