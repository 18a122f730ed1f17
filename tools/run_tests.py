#!/usr/bin/env python3
"""Runs the unit tests and the lit suites of a build, and prints `N passed, M failed` over both as its last line.

usage: run_tests.py [BUILD_FOLDER] [--filter REGEX]

--filter picks lit tests by their path. Exit status 1 when anything failed, and when nothing ran at all.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def run_unit(binary, results):
    """(passed, failed) of the GoogleTest binary; a crash counts as one failure beside those recorded."""
    if not binary.exists():
        print(f"no unit tests: {binary} is not built")
        return 0, 1
    status = subprocess.run(
        [binary, "--gtest_brief=1", f"--gtest_output=json:{results}"], cwd=ROOT
    ).returncode
    if not results.exists():
        print(f"unit tests ended with status {status} and left no results")
        return 0, 1
    report = json.loads(results.read_text(encoding="utf-8"))
    tests = [test for group in report["testsuites"] for test in group["testsuite"]]
    passed = sum(test["result"] == "COMPLETED" and not test.get("failures") for test in tests)
    failed = sum(bool(test.get("failures")) for test in tests)
    if status != 0 and failed == 0:
        failed = 1
    return passed, failed


def run_lit(offside, results, chosen):
    """(passed, failed) of the lit suites; a test that could not be resolved is a failure."""
    # The module path names our lit, so that another one on this machine is not taken.
    tools = ROOT / "build" / "test-tools"
    environment = dict(os.environ, PYTHONPATH=str(tools), OFFSIDE_BINARY=str(offside))
    command = [sys.executable, str(tools / "bin" / "lit"), "-sv", "--no-progress-bar"]
    command += ["-j", str(os.cpu_count() or 1), "--output", str(results)]
    command += ["--filter", chosen] if chosen else []
    status = subprocess.run(command + [str(ROOT / "test")], env=environment, cwd=ROOT).returncode
    if not results.exists():
        print(f"lit ended with status {status} and left no results")
        return 0, 1
    codes = [test["code"] for test in json.loads(results.read_text(encoding="utf-8"))["tests"]]
    passed = sum(code in ("PASS", "XFAIL", "FLAKYPASS") for code in codes)
    failed = sum(code in ("FAIL", "XPASS", "UNRESOLVED", "TIMEOUT") for code in codes)
    if status != 0 and failed == 0:
        failed = 1
    return passed, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", nargs="?", default="build", type=Path)
    parser.add_argument("--filter", metavar="REGEX", help="only the lit tests whose path matches")
    options = parser.parse_args()
    binaries = options.build.resolve() / "bin"
    with tempfile.TemporaryDirectory() as folder:
        unit = run_unit(binaries / "offside_unit_tests", Path(folder) / "unit.json")
        suites = run_lit(binaries / "offside", Path(folder) / "lit.json", options.filter)
    passed, failed = unit[0] + suites[0], unit[1] + suites[1]
    sys.stdout.flush()
    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 and passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
