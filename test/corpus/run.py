#!/usr/bin/env python3
"""Runs the tool over the corpus and compares what it says with what is known about each file.

    run.py OFFSIDE PART [--folder FOLDER] [--update] [-v]

python     pairs of a bug and its corrected twins, and traps. A pair is *found* when a finding covers a line marked
           `BUG:` or `RAISES-AT` in the buggy file; an error or warning in a twin or a trap is a *false alarm*.
programs   generated programs whose first lines hold PyTorch's verdict. A failing one is *found* when a finding names
           the failing line, a call that leads there, or has the failing line as evidence; an error in a clean one is a
           false alarm.
generated  the same for programs written by test/oracle/generate.py.
operators  one function per case; the tool's verdict (a finding inside it or none) must be PyTorch's.
operands   the same for each operand of each operator, see operators/operands.tsv.

expected.json holds what was found before. Losing one of these, or a false alarm, fails the run; so does a rate below
the floor kept there. --update writes the present state (findings only: false alarms are never accepted).
"""

import argparse
import ast
import collections
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
EXPECTED = HERE / "expected.json"
VERDICTS = HERE.parent / "oracle" / "verdicts"
LOUD = ("error", "warning")
broken = []  # runs of the tool that ended badly
sys.path.insert(0, str(VERDICTS.parent))

import generate  # noqa: E402


def findings(offside, path):
    """What the tool reports on one file, which is a project of its own."""
    command = [offside, "check", "--isolated", "--format", "json", str(path)]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode not in (0, 1):
        broken.append(f"{path.name}: exit status {run.returncode} {run.stderr.strip()}")
        return []
    return [f for f in json.loads(run.stdout)["findings"] if not f["rule"].startswith("DEV0")]


def findings_of_all(offside, paths):
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return dict(zip(paths, pool.map(lambda path: findings(offside, path), paths)))


def lines(place):
    return range(place["start"]["line"], place["end"]["line"] + 1)


def describe(path, finding):
    return f"{path.name}:{finding['start']['line']}: {finding['severity']} {finding['rule']}: {finding['message']}"


class Report:
    """What one part of the corpus showed."""

    def __init__(self, found, total, alarms, wanted_rate):
        self.found, self.total, self.alarms, self.wanted_rate = set(found), set(total), alarms, wanted_rate

    def rate(self):
        return 100 * len(self.found) / max(1, len(self.total))

    def failures(self, before):
        yield from (f"false alarm: {text}" for text in self.alarms)
        yield from (f"no longer found: {name}" for name in sorted(set(before) - self.found))
        if self.rate() < self.wanted_rate:
            yield f"found {self.rate():.1f} %, wanted {self.wanted_rate} %"


def check_python(offside, root, wanted_rate):
    bugs = sorted(p for p in (root / "bugs").glob("*.py") if not p.stem.endswith(".fixed"))
    twins = sorted([*(root / "bugs").glob("*.fixed.py"), *(root / "smallest-fix").glob("*.py")])
    traps = sorted((root / "traps").glob("*.py"))
    reported = findings_of_all(offside, [*bugs, *twins, *traps])
    found, categories = set(), collections.defaultdict(lambda: [0, 0])
    for path in bugs:
        text = path.read_text(encoding="utf-8")
        marked = {n for n, line in enumerate(text.splitlines(), 1) if re.search(r"# *(BUG:|RAISES-AT)", line)}
        hit = any(marked.intersection(lines(f)) for f in reported[path])
        category = re.search(r"BUG: *([\w-]+)", text).group(1)
        categories[category][0] += hit
        categories[category][1] += 1
        found.update([path.stem] if hit else [])
    for category, (hits, total) in sorted(categories.items()):
        print(f"{category:32} found {hits}/{total}")
    alarms = [describe(p, f) for p in [*twins, *traps] for f in reported[p] if f["severity"] in LOUD]
    return Report(found, [p.stem for p in bugs], alarms, wanted_rate)


def header(path):
    """The verdict in a generated program: (failing line or None, the call lines that lead there)."""
    text = path.read_text(encoding="utf-8")
    expect = re.search(r"^# EXPECT: (?:clean|device-error line=(\d+))$", text, re.MULTILINE)
    via = re.search(r"^# VIA: (.*)$", text, re.MULTILINE)
    failing = int(expect.group(1)) if expect.group(1) else None
    return failing, {int(n) for n in re.findall(r"\d+", via.group(1))}


def check_programs(offside, root, wanted_rate):
    return report_on_programs(
        offside, [(path, *header(path)) for path in sorted(root.glob("*.py"))], wanted_rate
    )


def check_generated(offside, root, wanted_rate):
    """The programs of the oracle's generator; they are written anew for each run, and their verdicts are recorded."""
    verdicts = json.loads((VERDICTS / "generated.json").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        programs = []
        for name, verdict in verdicts.items():
            path = pathlib.Path(folder) / f"{name}.py"
            path.write_text(generate.build(*generate.parse(name)), encoding="utf-8")
            programs.append((path, *split(verdict["lines"])))
        return report_on_programs(offside, programs, wanted_rate)


def split(lines):
    """(failing line or None, the call lines that lead there) of a recorded verdict."""
    return (lines[-1], set(lines[:-1])) if lines else (None, set())


def report_on_programs(offside, programs, wanted_rate):
    """programs: [(path, failing line or None, call lines that lead there)]"""
    reported = findings_of_all(offside, [path for path, _, _ in programs])
    found, failing_programs, alarms = [], [], []
    for path, failing, via in programs:
        if failing is None:
            alarms += [describe(path, f) for f in reported[path] if f["severity"] == "error"]
            continue
        failing_programs.append(path.stem)
        if any(explains(f, failing, via) for f in reported[path] if f["severity"] in LOUD):
            found.append(path.stem)
    return Report(found, failing_programs, alarms, wanted_rate)


def explains(finding, failing, via):
    evidence = {n for label in finding["labels"] for n in lines(label)}
    return bool({failing, *via}.intersection(lines(finding))) or failing in evidence


def check_operators(offside, root, wanted_rate):
    path = root / "device_cases.py"
    verdicts = json.loads((VERDICTS / "operators.json").read_text(encoding="utf-8"))
    loud = {n for f in findings(offside, path) if f["severity"] in LOUD for n in lines(f)}
    agreeing, alarms = [], []
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if not isinstance(node, ast.FunctionDef) or node.name not in verdicts:
            continue
        is_reported = bool(loud.intersection(range(node.lineno, node.end_lineno + 1)))
        fails = verdicts[node.name]["kind"] != "clean"
        if is_reported == fails:
            agreeing.append(node.name)
        elif is_reported:
            alarms.append(f"{node.name} (line {node.lineno}) runs, but is reported")
    return Report(agreeing, verdicts, alarms, wanted_rate)


DTYPES = {"f": "", "d": "torch.float64", "c": "torch.complex64", "l": "torch.int64", "i": "torch.int32"}
DTYPES |= {"u": "torch.uint8", "b": "torch.bool"}


def operand(spec, device, zero_dim=False):
    """The expression for one operand: `f4x3` is a float tensor of size (4, 3)."""
    sizes = [] if zero_dim else [int(size) for size in spec[1:].split("x") if size]
    dtype = DTYPES[spec[0]] and f", dtype={DTYPES[spec[0]]}"
    factory = "zeros" if spec[0] in "liu" else "ones"
    return f'torch.{factory}({tuple(sizes)}{dtype}, device="{device}")'


def operand_cases():
    """(name, expression, fails) for every measured placement of every operator in operands.tsv."""
    for line in (HERE / "operators" / "operands.tsv").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        name, pattern, specs, verdicts = line.split("\t")
        specs = specs.split()
        for slot, letters in enumerate(verdicts.split()):
            places = [("cpu", "cuda:0"), ("0-dim cpu", "cuda:0"), ("cuda:1", "cuda:0"), ("cuda:0", "cpu")]
            for (odd, rest), verdict in zip(places, letters):
                if verdict not in "Eo":
                    continue
                device = odd.removeprefix("0-dim ")
                operands = [
                    operand(spec, device, odd.startswith("0-dim")) if n == slot else operand(spec, rest)
                    for n, spec in enumerate(specs)
                ]
                yield f"{name} {pattern}, operand {slot} {odd}", pattern.format(*operands), verdict == "E"


def check_operands(offside, root, wanted_rate):
    """Every operand of every operator on another device than the rest, as measured on PyTorch."""
    cases = list(operand_cases())
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "operands.py"
        functions = [f"def case{n}():\n    return {case[1]}\n" for n, case in enumerate(cases)]
        path.write_text("import torch\n" + "".join(functions), encoding="utf-8")
        loud = {n for f in findings(offside, path) if f["severity"] in LOUD for n in lines(f)}
    agreeing, alarms = [], []
    for n, (name, _, fails) in enumerate(cases):
        is_reported = 3 + 2 * n in loud
        if is_reported == fails:
            agreeing.append(name)
        elif is_reported:
            alarms.append(f"{name} runs, but is reported")
    return Report(agreeing, [case[0] for case in cases], alarms, wanted_rate)


CHECKS = {
    "python": check_python,
    "programs": check_programs,
    "generated": check_generated,
    "operators": check_operators,
    "operands": check_operands,
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("offside")
    parser.add_argument("part", choices=CHECKS)
    parser.add_argument(
        "--folder", type=pathlib.Path, help="other files of the same kind; nothing is expected of them"
    )
    parser.add_argument("--update", action="store_true", help="store what is found now")
    parser.add_argument("-v", "--verbose", action="store_true", help="name what is not found")
    options = parser.parse_args()
    expected = json.loads(EXPECTED.read_text(encoding="utf-8"))
    entry = expected[options.part] if options.folder is None else {"floor": 0, "found": []}
    root = options.folder or HERE / options.part
    report = CHECKS[options.part](options.offside, root, entry["floor"])
    missing = sorted(report.total - report.found)
    if options.verbose:
        for name in missing:
            print(f"not found: {name}")
    if options.update and options.folder is None:
        entry["found"] = (
            [] if options.part == "operands" else sorted(report.found)
        )  # too many to list: a floor is kept
        EXPECTED.write_text(json.dumps(expected, indent=1) + "\n", encoding="utf-8")
    failures = [*broken, *report.failures(entry["found"])]
    for text in failures:
        print(text)
    print(
        f"{options.part}: found {len(report.found)} of {len(report.total)} ({report.rate():.1f} %),"
        f" {len(report.alarms)} false alarms"
    )
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
