#!/usr/bin/env python3
"""Brings the source archives of pins.txt into a cache folder, checks their sha256 and unpacks them there.

usage: fetch.py CACHE_FOLDER

Does nothing where the unpacked folders already carry the pinned hashes. Archives are taken through pip, so its mirror
and proxy settings apply; pip refuses an archive whose hash differs before it runs anything from it.
"""

import hashlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path


def read_pins(path):
    pins = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            folder, package, version, sha256 = line.split()
            pins.append((folder, package, version, sha256))
    return pins


def download(package, version, sha256, target):
    """The path of the archive in `target`, or the text pip left when both ways failed."""
    requirement = target / "requirement.txt"
    requirement.write_text(f"{package}=={version} --hash=sha256:{sha256}\n", encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",
    ]
    command += [
        "--no-binary",
        package,
        "--require-hashes",
        "-r",
        str(requirement),
        "-d",
        str(target),
    ]
    # pip asks an archive for its metadata, which takes setuptools: from an isolated environment, or the installed one.
    for isolation in ([], ["--no-build-isolation"]):
        run = subprocess.run(command + isolation, capture_output=True, text=True)
        archives = list(target.glob("*.tar.gz"))
        if run.returncode == 0 and archives:
            return archives[0], ""
    return None, run.stdout + run.stderr


def unpack(archive, destination):
    """Unpacks without the archive's own top folder; a half-written folder never gets the final name."""
    partial = Path(tempfile.mkdtemp(dir=destination.parent, prefix=".unpack-"))
    with tarfile.open(archive) as tar:
        for member in tar.getmembers():
            parts = Path(member.name).parts[1:]
            if member.isfile() and parts and ".." not in parts:
                path = partial.joinpath(*parts)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(tar.extractfile(member).read())
    shutil.rmtree(destination, ignore_errors=True)
    partial.rename(destination)


def fetch(cache, folder, package, version, sha256):
    destination = cache / folder
    stamp = destination / ".sha256"
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == sha256:
        return True
    print(f"-- Fetching {package} {version}", flush=True)
    with tempfile.TemporaryDirectory() as temporary:
        archive, complaint = download(package, version, sha256, Path(temporary))
        if archive is None:
            print(
                f"error: cannot fetch {package} {version} through pip:\n{complaint}",
                file=sys.stderr,
            )
            return False
        found = hashlib.sha256(archive.read_bytes()).hexdigest()
        if found != sha256:
            print(
                f"error: {package} {version}: sha256 is {found}, pinned is {sha256}",
                file=sys.stderr,
            )
            return False
        unpack(archive, destination)
    stamp.write_text(sha256, encoding="utf-8")
    return True


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    cache = Path(sys.argv[1])
    cache.mkdir(parents=True, exist_ok=True)
    pins = read_pins(Path(__file__).with_name("pins.txt"))
    return 0 if all(fetch(cache, *pin) for pin in pins) else 1


if __name__ == "__main__":
    sys.exit(main())
