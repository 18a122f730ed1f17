#!/usr/bin/env python3
"""Brings the Python files of the pinned packages of packages.txt to build/corpora/<package>/.

usage: corpora.py [PACKAGE...]

Without names: all packages but those marked `large` (half a gigabyte to download), which OFFSIDE_LARGE=1 adds.
Archives are taken through pip, checked against their sha256 and deleted once unpacked.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CORPORA = ROOT / "build" / "corpora"
# One interpreter for everyone, so that the pinned hash of a package with compiled parts is the same everywhere.
PLATFORM = [
    "--python-version",
    "3.11",
    "--implementation",
    "cp",
    "--platform",
    "manylinux_2_28_x86_64",
]


def pinned():
    """{package: (requirement line, is it large)} in the order of packages.txt."""
    packages = {}
    for line in Path(__file__).with_name("packages.txt").read_text(encoding="utf-8").splitlines():
        requirement, _, note = line.partition("#")
        if requirement.strip():
            packages[requirement.split("==")[0]] = (requirement.strip(), "large" in note)
    return packages


def default_packages():
    large_too = os.environ.get("OFFSIDE_LARGE") == "1"
    return [name for name, (_, large) in pinned().items() if large_too or not large]


def fetch(package):
    """The folder with the package's Python files, downloaded unless the pinned version is there."""
    requirement, _ = pinned()[package]
    destination = CORPORA / package
    stamp = CORPORA / f".{package}.pin"
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == requirement:
        return destination
    CORPORA.mkdir(parents=True, exist_ok=True)
    # A repository of its own to every tool's eyes, so that our .gitignore does not hide it.
    (CORPORA / ".git").mkdir(exist_ok=True)
    print(f"fetching {requirement.split()[0]}", file=sys.stderr, flush=True)
    with tempfile.TemporaryDirectory(dir=CORPORA) as folder:
        listed = Path(folder) / "requirement.txt"
        listed.write_text(requirement + "\n", encoding="utf-8")
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        command += ["--disable-pip-version-check", "--only-binary", ":all:", *PLATFORM]
        command += ["--require-hashes", "-r", str(listed), "-d", folder]
        subprocess.run(command, check=True)
        (wheel,) = Path(folder).glob("*.whl")
        shutil.rmtree(destination, ignore_errors=True)
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if name.endswith(".py"):
                    archive.extract(name, destination)
    stamp.write_text(requirement, encoding="utf-8")
    return destination


def main():
    known = pinned()
    unknown = [name for name in sys.argv[1:] if name not in known]
    if unknown:
        print(f"not in packages.txt: {', '.join(unknown)}", file=sys.stderr)
        return 2
    for package in sys.argv[1:] or default_packages():
        print(fetch(package))
    return 0


if __name__ == "__main__":
    sys.exit(main())
