#!/usr/bin/env python3
"""Runs offside on pinned releases of real packages and compares with the findings that were read and judged.

Each package has test/ecosystem/<package>.json: a list of errors and warnings with
  rule, severity, path, line, message   what the tool says (the message's first 160 characters)
  verdict                               true, false, debatable, or unread
  why                                   one line for the verdict
A finding is the same as a stored one when rule, path, line and message agree.

Exit status 1 when a finding is new, gone or unread, when the tool fails, or when fewer than 95 % of
the errors or 85 % of the warnings are true.
"""

import argparse
import collections
import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / "bench"))

import corpora  # noqa: E402

SECONDS = 600  # per package
WANTED = {"error": 95, "warning": 85}  # per cent true
VERDICTS = ("true", "false", "debatable", "unread")


def key(finding):
    return finding["rule"], finding["path"], finding["line"], finding["message"]


def order(finding):
    return finding["path"], finding["line"], finding["rule"], finding["message"]


def stored(package):
    path = HERE / f"{package}.json"
    findings = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    for finding in findings:
        if finding["verdict"] not in VERDICTS:
            sys.exit(
                f"{path.name}: {finding['path']}:{finding['line']}: no such verdict: {finding['verdict']}"
            )
    return findings


def check(offside, package):
    """The errors and warnings of today, or None when the tool failed."""
    command = [offside, "check", "--isolated", "--format", "json", package]
    try:
        run = subprocess.run(
            command, cwd=corpora.CORPORA, capture_output=True, text=True, timeout=SECONDS
        )
    except subprocess.TimeoutExpired:
        print(f"{package}: no answer in {SECONDS} seconds")
        return None
    if run.returncode not in (0, 1):
        print(f"{package}: exit status {run.returncode}: {run.stderr.strip()[-500:]}")
        return None
    return [
        {
            "rule": finding["rule"],
            "severity": finding["severity"],
            "path": finding["path"],
            "line": finding["start"]["line"],
            "message": finding["message"][:160],
        }
        for finding in json.loads(run.stdout)["findings"]
        if finding["severity"] in WANTED
    ]


def merge(today, judged):
    """(findings of today with their verdicts, those without a stored entry, stored ones that are gone)."""
    waiting = collections.defaultdict(list)
    for finding in judged:
        waiting[key(finding)].append(finding)
    merged, new = [], []
    for finding in sorted(today, key=order):
        known = waiting[key(finding)]
        if known:
            verdict = known.pop(0)
            merged.append({**finding, "verdict": verdict["verdict"], "why": verdict["why"]})
        else:
            merged.append({**finding, "verdict": "unread", "why": ""})
            new.append(finding)
    return merged, new, [finding for rest in waiting.values() for finding in rest]


def show(word, findings):
    for finding in findings:
        print(
            f"  {word}: {finding['path']}:{finding['line']}: {finding['rule']} {finding['message']}"
        )


def shares(findings):
    """Prints the share of true findings per severity; whether all that is wanted is reached."""
    good = True
    for severity, wanted in WANTED.items():
        verdicts = collections.Counter(f["verdict"] for f in findings if f["severity"] == severity)
        count = verdicts.total()
        percent = 100 * verdicts["true"] / count if count else 100
        listed = ", ".join(f"{verdicts[verdict]} {verdict}" for verdict in VERDICTS)
        print(f"{severity}s: {count}, {percent:.1f} % true (wanted {wanted} %): {listed}")
        good = good and percent >= wanted and verdicts["unread"] == 0
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("packages", nargs="*", help="instead of all of bench/packages.txt")
    parser.add_argument("--offside", type=Path, default=ROOT / "build" / "bin" / "offside")
    parser.add_argument(
        "--update", action="store_true", help="store today's findings, new ones as unread"
    )
    options = parser.parse_args()
    offside = options.offside.resolve()
    good = True
    every = []
    for package in options.packages or corpora.default_packages():
        corpora.fetch(package)
        today = check(offside, package)
        if today is None:
            good = False
            continue
        merged, new, gone = merge(today, stored(package))
        print(f"{package}: {len(merged)} findings, {len(new)} new, {len(gone)} gone")
        show("new", new)
        show("gone", gone)
        every += merged
        if options.update:
            text = json.dumps(merged, indent=1, ensure_ascii=False) + "\n"
            (HERE / f"{package}.json").write_text(text, encoding="utf-8")
        elif new or gone:
            good = False
    return 0 if shares(every) and good else 1


if __name__ == "__main__":
    sys.exit(main())
