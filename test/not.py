#!/usr/bin/env python3
"""Runs a command that is expected to fail: `not CMD…` wants an exit status from 1 to 127, `not --exit N CMD…` just N.

A death by signal is a crash and never what a test expects.
"""

import subprocess
import sys

arguments = sys.argv[1:]
expected = range(1, 128)
if arguments[:1] == ["--exit"]:
    expected = [int(arguments[1])]
    arguments = arguments[2:]
status = subprocess.run(arguments).returncode
if status not in expected:
    wanted = str(expected[0]) if len(expected) == 1 else "a failure"
    print(f"not: exit status {status}, expected {wanted}: {' '.join(arguments)}", file=sys.stderr)
    sys.exit(1)
