#!/usr/bin/env python3
"""Runs the commands of the README whose output it shows, and compares.

    readme.py OFFSIDE [--update]
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def main(offside, update):
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8")
    shown = re.findall(r"^```\n\$ build/bin/offside (.*)\n((?:.*\n)*?)```$", text, re.MULTILINE)
    if not shown:
        sys.exit("README.md shows no output of the tool")
    different = 0
    for arguments, output in shown:
        run = subprocess.run([offside, *arguments.split()], cwd=ROOT, capture_output=True, text=True)
        if run.stdout == output:
            continue
        different += 1
        head = f"```\n$ build/bin/offside {arguments}\n"
        text = text.replace(head + output, head + run.stdout)
        if not update:
            print(f"README.md shows other output for `{arguments}` than this:\n{run.stdout}{run.stderr}")
    if update:
        readme.write_text(text, encoding="utf-8")
    return 1 if different and not update else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], "--update" in sys.argv))
