"""Prints what the installed PyTorch has of the names that the migration catalogue is about, as JSON.

    torch_names.py MODULE... < LINES

{"version": "2.15", "public": {module: [name]}, "names": {name: {"signature", "gives"}}}: the public names of each MODULE
and, of each name that exists, the signature as [[parameter, kind]] with the kinds of inspect.Parameter, null where Python
cannot tell it. A line `call NAME` asks for what a call gives on this machine too, as an expression, null where it raises
or needs more than ARGUMENTS has. No GPU should be visible.
"""

import importlib
import inspect
import json
import sys
import types
import warnings

import torch

# Arguments for the calls that need some.
ARGUMENTS = {"seed": 0, "new_state": torch.zeros(16, dtype=torch.uint8)}
ANSWERS = (type(None), bool, int, dict, list)


def public(module):
    """The names that a module offers: those it exports, or defines under a name without an underscore."""
    listed = getattr(module, "__all__", ())

    def counts(name):
        thing = getattr(module, name)
        if isinstance(thing, types.ModuleType):
            return thing.__name__ == f"{module.__name__}.{name}"
        home = getattr(thing, "__module__", None)
        is_error = isinstance(thing, type) and issubclass(thing, Exception)
        return name in listed or home == module.__name__ or (is_error and home == "torch")

    return sorted(name for name in dir(module) if not name.startswith("_") and counts(name))


def look_up(dotted):
    """The object of a dotted name; AttributeError where there is none."""
    thing = torch
    for part in dotted.split(".")[1:]:
        try:
            thing = getattr(thing, part)
        except AttributeError:
            if not isinstance(thing, types.ModuleType):
                raise
            try:
                thing = importlib.import_module(f"{thing.__name__}.{part}")
            except ImportError:
                raise AttributeError(part) from None
    return thing


def parameters(thing):
    try:
        return list(inspect.signature(thing).parameters.values())
    except (TypeError, ValueError):
        return None


def gives(thing, its_parameters):
    """What a plain function gives, as an expression; None where it raises or cannot be tried."""
    if isinstance(thing, type) or not callable(thing):
        return None
    needed = [p for p in its_parameters or () if p.default is p.empty and "VAR" not in p.kind.name]
    if any(p.name not in ARGUMENTS for p in needed):
        return None
    try:
        answer = thing(*(ARGUMENTS[p.name] for p in needed))
    except Exception:
        return None
    return repr(dict(answer) if isinstance(answer, dict) else answer) if isinstance(answer, ANSWERS) else None


def main():
    warnings.simplefilter("ignore")
    modules = {name: public(look_up(name)) for name in sys.argv[1:]}
    names = {}
    for line in sys.stdin.read().splitlines():
        *call, name = line.split()
        try:
            thing = look_up(name)
        except AttributeError:
            continue
        found = parameters(thing)
        names[name] = {
            "signature": None if found is None else [[p.name, p.kind.name] for p in found],
            "gives": gives(thing, found) if call else None,
        }
    version = ".".join(torch.__version__.split(".")[:2])
    print(json.dumps({"version": version, "public": modules, "names": names}))


if __name__ == "__main__":
    main()
