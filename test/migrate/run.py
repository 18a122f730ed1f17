#!/usr/bin/env python3
"""Migrates every program of this folder and compares what comes out with what was read and accepted.

    run.py OFFSIDE PART [--record] [NAME...]

programs   small programs, one construct each. A comment at the top may say `# torch: 2.9` (the version to migrate for)
           or `# flags: --unsafe-fixes`.
pairs      programs beside the migration that a person wrote (NAME.before.py, NAME.after.py). How many of the changed
           lines are the same is kept in pairs.json. `# REVIEW` in the latter marks what is left to a person.

Each result must parse, pass judge.py, be left alone by a second run, have no finding of `check` that the program did not
have, and be the file in expected/. --record writes expected/ and pairs.json; read the difference before committing it. What the
programs print before and after is compared by test/oracle.
"""

import argparse
import collections
import concurrent.futures
import difflib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import judge

HERE = pathlib.Path(__file__).resolve().parent
EXPECTED = HERE / "expected"
TALLY = HERE / "pairs.json"
NEWEST = "2.12"
# Pairs whose remarks name another version than NEWEST.
VERSIONS = {"09-memory-report": "2.9", "23-half-migrated-bad-names": "2.9", "25-torch26-floor": "2.6"}


class Case:
    def __init__(self, name, path, version, flags):
        self.name, self.path, self.version, self.flags = name, path, version, flags

    @property
    def expected(self):
        return EXPECTED / f"{self.name}.after.py"


def program(path):
    head = b"\n".join(path.read_bytes().splitlines()[:3]).decode("latin-1")
    version = re.search(r"^# torch: *(\S+)", head, re.MULTILINE)
    flags = re.search(r"^# flags: *(.*)", head, re.MULTILINE)
    return Case(
        path.stem, path, version.group(1) if version else NEWEST, flags.group(1).split() if flags else []
    )


def programs():
    return [program(path) for path in sorted((HERE / "programs").glob("*.py"))]


def pairs():
    cases = []
    for path in sorted((HERE / "pairs").glob("*.before.py")):
        name = path.name.removesuffix(".before.py")
        cases.append(Case(name, path, VERSIONS.get(name, NEWEST), ["--unsafe-fixes"]))
    return cases


class Failure(Exception):
    pass


def call(*command, accepted=(0, 1)):
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode not in accepted:
        raise Failure(f"{command[1]} ends with {run.returncode}: {run.stderr.strip()}")
    return run.stdout


def migrate(offside, case, file):
    call(
        offside,
        "migrate",
        "--isolated",
        "--write",
        "--quiet",
        *case.flags,
        "--torch-version",
        case.version,
        str(file),
    )
    return file.read_bytes()


def findings(offside, case, file):
    """Errors and warnings by rule; their places move with the edits."""
    command = [
        offside,
        "check",
        "--isolated",
        "--format",
        "json",
        "--torch-version",
        case.version,
        str(file),
    ]
    found = json.loads(call(*command))["findings"]
    return collections.Counter(f["rule"] for f in found if f["severity"] != "note")


def result(offside, case):
    """(the migrated file, what is wrong with it)"""
    problems, after = [], None
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "program.py"
        file.write_bytes(case.path.read_bytes())
        try:
            before = findings(offside, case, file)
            after = migrate(offside, case, file)
            try:
                problems += judge.problems(case.path.read_bytes(), after, case.version)
            except (SyntaxError, ValueError) as error:
                raise Failure(f"no longer parses: {error}") from None
            new = findings(offside, case, file) - before
            if new:
                problems.append(f"new findings: {', '.join(sorted(new))}")
            if migrate(offside, case, file) != after:
                problems.append(f"a second run changes it:\n{difference(after, file.read_bytes())}")
        except Failure as failure:
            problems.append(str(failure))
    return after, problems


def text_lines(data):
    return data.decode("latin-1").splitlines()


def difference(old, new):
    return "\n".join(difflib.unified_diff(text_lines(old), text_lines(new), "expected", "got", lineterm="", n=1))


def changed(before, after):
    """The lines that are new in `after`, without marks for the reader."""
    before, after = (
        [re.sub(r"\s*# REVIEW.*$", "", line).rstrip() for line in text_lines(data)] for data in (before, after)
    )
    return collections.Counter(line[2:] for line in difflib.ndiff(before, after) if line.startswith("+ "))


def tally(case, after):
    before = case.path.read_bytes()
    wanted = changed(before, case.path.with_name(f"{case.name}.after.py").read_bytes())
    ours = changed(before, after)
    same = (wanted & ours).total()
    return {"wanted": wanted.total(), "reproduced": same, "other": ours.total() - same}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("offside")
    parser.add_argument("part", choices=["programs", "pairs"])
    parser.add_argument("names", nargs="*", help="beginnings of names; all by default")
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    cases = programs() if options.part == "programs" else pairs()
    if options.names:
        cases = [case for case in cases if case.name.startswith(tuple(options.names))]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = dict(zip(cases, pool.map(lambda case: result(options.offside, case), cases)))
    recorded = json.loads(TALLY.read_text(encoding="utf-8")) if TALLY.exists() else {}
    failed = 0
    for case, (after, problems) in results.items():
        if after is not None:
            if options.record:
                EXPECTED.mkdir(exist_ok=True)
                case.expected.write_bytes(after)
            expected = case.expected.read_bytes() if case.expected.exists() else b""
            if after != expected:
                problems.append(f"is not what is expected:\n{difference(expected, after)}")
            if options.part == "pairs":
                count = tally(case, after)
                if options.record:
                    recorded[case.name] = count
                if recorded.get(case.name) != count:
                    problems.append(f"pairs.json says {recorded.get(case.name)}, now {count}")
        for problem in problems:
            print(f"{case.name}: {problem}")
        failed += bool(problems)
    if options.part == "pairs":
        if options.record:
            lines = [f" {json.dumps(name)}: {json.dumps(count)}" for name, count in sorted(recorded.items())]
            TALLY.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
        counts = [recorded[case.name] for case in cases if case.name in recorded]
        print(", ".join(f"{sum(count[key] for count in counts)} {key}" for key in ("wanted", "reproduced", "other")))
    print(f"{options.part}: {len(cases) - failed} of {len(cases)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
