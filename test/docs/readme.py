#!/usr/bin/env python3
"""Runs the commands of the README whose output it shows, and compares.

    readme.py OFFSIDE
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def main(offside):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r"^```\n\$ build/bin/offside (.*)\n((?:.*\n)*?)```$", text, re.MULTILINE)
    if not shown:
        sys.exit("README.md shows no output of the tool")
    for arguments, output in shown:
        run = subprocess.run([offside, *arguments.split()], cwd=ROOT, capture_output=True, text=True)
        if run.stdout != output:
            print(f"README.md shows other output for `{arguments}` than this:\n{run.stdout}{run.stderr}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
