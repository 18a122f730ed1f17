#!/usr/bin/env python3
"""Times offside on real packages against its own parse-only mode, ast-grep, ruff and torchfix.

Every figure is the median of some runs, and the tools take turns, so that a busy machine is unfair
to all alike. CPU time is user and system time of the whole process; look at the ratios, not at the
seconds.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import corpora

ROOT = corpora.ROOT
TOOLS = ROOT / "build" / "bench-tools"
SMALL = "accelerate"  # what the slow peers run on
CHECK = ["check", "--isolated", "--exit-zero", "-q"]


def measure(command, folder):
    """(CPU seconds, wall seconds, peak MiB, exit status) of one run; output is thrown away."""
    environment = dict(os.environ, PYTHONPATH=str(TOOLS))  # torchfix is a Python module
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    start = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, env=environment, **quiet)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024, process.returncode


def compare(commands, folder, runs):
    """{name: medians of (CPU, wall, MiB)}; a tool that crashes or is misused stops the bench."""
    samples = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            *sample, status = measure(command, folder)
            if status not in (0, 1):
                sys.exit(f"{name}: exit status {status}: {' '.join(map(str, command))}")
            samples[name].append(sample)
    return {
        name: [statistics.median(column) for column in zip(*rows)] for name, rows in samples.items()
    }


def install_peers():
    pins = (ROOT / "bench" / "peers.txt").read_text(encoding="utf-8")
    stamp = TOOLS / "peers.txt"
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == pins:
        return
    print("installing ruff, ast-grep and torchfix under build/bench-tools", file=sys.stderr)
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    command += ["--root-user-action=ignore", "--no-deps", "--upgrade", "--target", str(TOOLS)]
    subprocess.run(command + ["-r", str(ROOT / "bench" / "peers.txt")], check=True)
    stamp.write_text(pins, encoding="utf-8")


def size(folders):
    """Megabytes of Python in some folders; reading them brings them into the page cache."""
    return sum(len(path.read_bytes()) for folder in folders for path in folder.rglob("*.py")) / 1e6


def table(title, rows, megabytes, reference):
    print(f"\n{title}, {megabytes:.1f} MB")
    ratio = f"CPU / {reference}"
    print(f"  {'':24} {'CPU s':>8} {'wall s':>8} {'peak MiB':>9} {'MB/CPU s':>9}  {ratio}")
    for name, (cpu, wall, memory) in rows.items():
        share = f"{cpu / rows[reference][0]:.2f}"
        print(
            f"  {name:24} {cpu:8.2f} {wall:8.2f} {memory:9.0f} {megabytes / cpu:9.2f}  {share:>{len(ratio)}}"
        )


def everything(offside, names, runs, peers):
    folder = corpora.CORPORA
    megabytes = size([folder / name for name in names])
    commands = {
        "offside check": [offside, *CHECK, *names],
        "parse only": [offside, "dump", "parse", *names],
    }
    if peers:
        scan = [TOOLS / "bin" / "ast-grep", "scan", "--rule", ROOT / "bench" / "patterns.yml"]
        commands["ast-grep, ten patterns"] = [*scan, *names]
        ruff = [TOOLS / "bin" / "ruff", "check", "--isolated", "--no-cache", "--exit-zero"]
        commands["ruff"] = [*ruff, *names]
    rows = compare(commands, folder, runs)
    table("All packages", rows, megabytes, "parse only")
    if peers:
        ratio = rows["offside check"][0] / rows["ast-grep, ten patterns"][0]
        print(f"  offside check takes {ratio:.2f} times the CPU time of ast-grep")
    wall = {
        n: row[1]
        for n, row in compare(
            {n: [offside, *CHECK, "-j", n, *names] for n in "12"}, folder, runs
        ).items()
    }
    print(f"  two threads are {wall['1'] / wall['2']:.2f} times as fast as one")


def slow_peers(offside):
    folder = corpora.CORPORA
    commands = {
        "offside check": [offside, *CHECK, SMALL],
        "torchfix": [sys.executable, "-m", "torchfix", "--select", "ALL", SMALL],
    }
    table(
        f"{SMALL}, one run", compare(commands, folder, 1), size([folder / SMALL]), "offside check"
    )


def start_up(offside, runs):
    block = "def step_{0}(model, batch, device):\n    x = batch.to(device)\n    return model(x).sum()\n\n\n"
    text = "import torch\n\n\n" + "".join(block.format(n) for n in range(100))
    with tempfile.TemporaryDirectory() as folder:
        empty, one = Path(folder) / "empty", Path(folder) / "one"
        empty.mkdir()
        one.mkdir()
        (one / "train.py").write_text(text, encoding="utf-8")
        print("\nStart-up, wall")
        for name, where in (("an empty project", empty), ("a file of 500 lines", one)):
            _, wall, _ = compare({name: [offside, *CHECK, "."]}, where, max(runs, 5))[name]
            print(f"  {name}: {1000 * wall:.0f} ms")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--offside", type=Path, default=ROOT / "build" / "bin" / "offside")
    parser.add_argument("--runs", type=int, default=3, help="runs that a median is taken of")
    parser.add_argument(
        "--packages", nargs="+", metavar="NAME", help="instead of all of packages.txt"
    )
    parser.add_argument("--no-peers", action="store_true", help="only our own figures")
    options = parser.parse_args()
    offside = options.offside.resolve()
    names = options.packages or corpora.default_packages()
    for name in {*names, SMALL}:
        corpora.fetch(name)
    if not options.no_peers:
        install_peers()
    everything(offside, names, options.runs, not options.no_peers)
    if not options.no_peers:
        slow_peers(offside)
    start_up(offside, options.runs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
