#!/usr/bin/env python3
"""Runs PyTorch programs on a machine without a GPU as if it had some.

    simulate.py [--gpus N | --cpu-build | --other-accelerator] [--timeout S] [--output] FILE.py...

It prints one JSON line per program.

With --gpus N (default 1) the CUDA build of PyTorch runs unmodified on a fake CUDA runtime with N devices; README.md
says how. With --gpus 0 programs see this machine, with --cpu-build they see a build of PyTorch without CUDA, and with
--other-accelerator one for an accelerator that is not CUDA.

A line holds: file, code (0 clean, 3 device error, 4 other error, 5 not to be simulated), kind, lines (of the program,
on the way to the error, outermost first), text (of the error), seconds; with --output also what the program printed.
"""

import argparse
import contextlib
import json
import os
import runpy
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import warnings

import verdict

HERE = os.path.dirname(os.path.abspath(__file__))
IS_CHILD = "OFFSIDE_ORACLE_CHILD"


def fake_runtime():
    """The library that stands in for CUDA, built for the PyTorch of this interpreter when it is missing or old."""
    source = os.path.join(HERE, "fake_cuda")
    folder = os.environ.get("OFFSIDE_ORACLE_BUILD") or os.path.join(
        os.path.dirname(os.path.dirname(HERE)), "build", "oracle"
    )
    library = os.path.join(folder, "libfakecuda.so")
    newest = max(os.path.getmtime(os.path.join(source, name)) for name in os.listdir(source))
    if not os.path.exists(library) or os.path.getmtime(library) < newest:
        os.makedirs(folder, exist_ok=True)
        subprocess.check_call(
            [os.path.join(source, "build.sh"), sys.executable, folder], stdout=subprocess.DEVNULL
        )
    return library


def restart(gpus):
    """Starts this program again in the environment of the simulation; does not return."""
    environment = dict(os.environ, TORCHDYNAMO_DISABLE="1", USE_PYTORCH_KERNEL_CACHE="0")
    environment[IS_CHILD] = "1"
    environment.setdefault("OMP_NUM_THREADS", "2")
    environment.setdefault("MPLBACKEND", "Agg")
    for name in ("PYTORCH_NVML_BASED_CUDA_CHECK", "PYTORCH_CUDA_ALLOC_CONF", "PYTORCH_ALLOC_CONF"):
        environment.pop(name, None)
    if gpus > 0:
        environment["FAKECUDA_NDEV"] = str(gpus)
        environment["LD_PRELOAD"] = ":".join(filter(None, [fake_runtime(), os.environ.get("LD_PRELOAD")]))
        environment.pop("CUDA_VISIBLE_DEVICES", None)
    else:
        environment["CUDA_VISIBLE_DEVICES"] = ""
    os.execve(sys.executable, [sys.executable, os.path.abspath(__file__), *sys.argv[1:]], environment)


def run_as_script(path):
    runpy.run_path(path, run_name="__main__")


def execute(path, mode, run):
    """Runs one program in this process; what came of it."""
    start = time.time()
    sys.argv = [path]
    sys.path[0] = os.path.dirname(path)
    error = None
    try:
        with mode:
            run(path)
    except BaseException as raised:
        error = raised
    code, kind = (verdict.CLEAN, "clean") if error is None else verdict.classify(error)
    return {
        "file": path,
        "code": code,
        "kind": kind,
        "lines": [] if error is None else verdict.user_lines(error, path),
        "text": "" if error is None else f"{type(error).__name__}: {error}"[:800],
        "seconds": round(time.time() - start, 2),
    }


def execute_in_child(path, mode, run, timeout, with_output):
    """Runs one program in a fork of this process, so that PyTorch is imported once for all programs."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        folder = tempfile.mkdtemp(prefix="offside-oracle-")
        os.chdir(folder)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        printed = tempfile.TemporaryFile()
        os.dup2(printed.fileno() if with_output else nowhere, 1)
        os.dup2(nowhere, 2)
        result = execute(path, mode, run)
        if with_output:
            sys.stdout.flush()
            printed.seek(0)
            result["output"] = printed.read().decode("utf-8", "replace")
        with os.fdopen(writing, "wb") as answer:
            answer.write(json.dumps(result).encode())
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(0)
    os.close(writing)
    deadline, received, timed_out = time.time() + timeout, b"", False
    while True:
        left = deadline - time.time()
        if left <= 0 or not select.select([reading], [], [], left)[0]:
            os.kill(child, signal.SIGKILL)
            timed_out = True
            break
        piece = os.read(reading, 65536)
        if not piece:
            break
        received += piece
    os.close(reading)
    status = os.waitpid(child, 0)[1]
    if received and not timed_out:
        return json.loads(received)
    kind = "timeout" if timed_out else f"status {os.waitstatus_to_exitcode(status)}"
    return {"file": path, "code": verdict.UNSUPPORTED, "kind": kind, "lines": [], "text": "", "seconds": 0}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gpus", type=int, default=1)
    parser.add_argument("--cpu-build", action="store_true")
    parser.add_argument("--other-accelerator", action="store_true")
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--output", action="store_true")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    gpus = 0 if options.cpu_build else options.gpus
    if os.environ.pop(IS_CHILD, None) is None:
        restart(gpus)
    os.environ.pop("LD_PRELOAD", None)  # programs that a program starts run unsimulated
    warnings.filterwarnings("ignore")
    import numpy  # noqa: F401  (imported once, before the forks)
    import torch.utils.data  # noqa: F401

    mode, run = contextlib.nullcontext(), run_as_script
    if options.cpu_build:
        import cpu_only_build

        cpu_only_build.install()
    elif gpus > 0:
        import torch._dynamo  # noqa: F401

        import simulated_gpu

        mode = simulated_gpu.install()
        if options.other_accelerator:
            import other_accelerator

            other_accelerator.install()
            run = other_accelerator.run
    for path in options.files:
        result = execute_in_child(os.path.abspath(path), mode, run, options.timeout, options.output)
        print(json.dumps(result), flush=True)
    os._exit(0)  # the fake runtime outlives no orderly shutdown of PyTorch


if __name__ == "__main__":
    main()
