"""The lit suites: every folder here whose files carry RUN: lines. `make test` runs them on build/bin/offside.

%offside    the tool (OFFSIDE_BINARY, or build/bin/offside)
%{inputs}   the folder Inputs beside the test; nothing in a folder of that name is a test itself
%{root}     the top folder of the repository
FileCheck   as in LLVM; `not` inverts, `not --exit N` asks for that exit status
"""

import glob
import os
import shutil

import lit.formats

here = os.path.dirname(os.path.abspath(__file__))
root = os.path.dirname(here)

config.name = "offside"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test", ".py", ".ipynb"]
config.test_source_root = here
config.excludes = ["Inputs", "unit", "fuzz", "oracle", "ecosystem", "lit.cfg.py", "not.py"]


def filecheck():
    """The newest FileCheck of this machine: plain, with a version in its name, or in LLVM's own folder."""
    plain = shutil.which("FileCheck")
    if plain:
        return plain
    folders = os.environ.get("PATH", "").split(os.pathsep)
    found = [path for folder in folders for path in glob.glob(os.path.join(folder, "FileCheck-*"))]
    found += glob.glob("/usr/lib/llvm-*/bin/FileCheck")
    if not found:
        lit_config.fatal("FileCheck was not found; tools/setup --tests installs it")
    return max(
        found,
        key=lambda path: [
            int(part) for part in path.replace("/", "-").split("-") if part.isdigit()
        ],
    )


offside = os.environ.get("OFFSIDE_BINARY", os.path.join(root, "build", "bin", "offside"))
config.test_exec_root = os.path.join(os.path.dirname(os.path.dirname(offside)), "lit")
python = shutil.which("python3")
config.substitutions += [
    ("%offside", offside),
    ("%{inputs}", os.path.join("%S", "Inputs")),
    ("%{root}", root),
    (r"(?<![-\w/])FileCheck(?![-\w/])", filecheck()),
    (r"(?<![-\w/])not(?= )", f"{python} {os.path.join(here, 'not.py')}"),
]
# A test sees neither the caller's colours nor the caller's configuration.
config.environment = {"PATH": os.environ["PATH"], "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LLVM_PROFILE_FILE"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
config.recursiveExpansionLimit = 3
