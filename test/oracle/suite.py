#!/usr/bin/env python3
"""Compares PyTorch, the verdicts recorded of it, and the tool.

    suite.py PYTHON [--offside BINARY] [--only PART] [--record]

PYTHON is an interpreter with PyTorch. Each part (operators, pages, migrations, ...; see README.md) has a file
in verdicts/. PyTorch's verdict on every program must be the recorded one; --record writes them instead. With --offside
the tool's findings must agree with PyTorch as well. The last line is `N passed, M failed`.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import catalogue
import compare
import machines
import migrations

HERE = pathlib.Path(__file__).resolve().parent
PARTS = [*compare.PARTS, migrations.Migrations()]


def simulate(python, programs, machine, output):
    """Verdicts of PyTorch: {path: verdict} for a list of paths on one kind of machine."""
    if not programs:
        return {}
    command = [python, str(HERE / "simulate.py"), *machines.OPTIONS[machine]]
    command += [*["--output"][:output], *map(str, programs)]
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    verdicts = [json.loads(line) for line in run.stdout.splitlines()]
    if run.returncode != 0 or len(verdicts) != len(programs):
        sys.exit(
            f"simulate.py: exit status {run.returncode}, {len(verdicts)} verdicts for {len(programs)} programs"
        )
    return {program: compare.short(verdict) for program, verdict in zip(programs, verdicts)}


def simulate_each(python, wanted, output):
    """Verdicts of PyTorch for {key: (path, machine)}."""
    results = {}
    for machine in machines.OPTIONS:
        keys = [key for key, (_, its_machine) in wanted.items() if its_machine == machine]
        verdicts = simulate(python, [wanted[key][0] for key in keys], machine, output)
        results.update({key: verdicts[wanted[key][0]] for key in keys})
    return results


def run_part(part, options, folder):
    """(number of comparisons, texts of those that failed)"""
    recorded = part.recorded()
    wanted = part.programs(folder)
    verdicts = simulate_each(options.python, wanted, part.output)
    if options.record:
        recorded = part.record(wanted, verdicts)
    failures = [
        f"{part.name} {key}: PyTorch says {compare.text(verdicts[key])}, recorded is {compare.text(recorded.get(key))}"
        for key in verdicts
        if verdicts[key] != compare.verdict_of(recorded.get(key))
    ]
    failures += [
        f"{part.name} {key}: recorded, but there is no such program" for key in recorded if key not in wanted
    ]
    count = len(verdicts)
    promises = part.promises(wanted, recorded)
    count += len(promises)
    failures += [f"{part.name} {text}" for kept, text in promises if not kept]
    if options.offside:
        judgements = part.judge(options.offside, wanted, recorded)
        count += len(judgements)
        failures += [f"{part.name} {text}" for agrees, text in judgements if not agrees]
        made = part.made(options.offside, folder)
        outcomes = simulate_each(options.python, made, part.output)
        count += len(outcomes)
        complaints = {key: part.complaint(key, outcome, recorded) for key, outcome in outcomes.items()}
        failures += [
            f"{part.name} {made[key][0].name}, {made[key][1]}: {complaint}"
            for key, complaint in complaints.items()
            if complaint
        ]
    return count, failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("python")
    parser.add_argument("--offside")
    parser.add_argument("--only", choices=[*(part.name for part in PARTS), catalogue.NAME])
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    passed = failed = 0

    def report(name, count, failures):
        nonlocal passed, failed
        for text in failures:
            print(text)
        print(f"{name}: {count - len(failures)} of {count}")
        passed, failed = passed + count - len(failures), failed + len(failures)

    for part in PARTS:
        if options.only in (None, part.name):
            with tempfile.TemporaryDirectory() as folder:
                report(part.name, *run_part(part, options, pathlib.Path(folder)))
    if options.offside and options.only in (None, catalogue.NAME):
        report(catalogue.NAME, *catalogue.run(options.python, options.offside))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
