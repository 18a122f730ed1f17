"""The part of the suite that holds the migration catalogue against the installed PyTorch.

What must hold: every public name of MODULES has a line in `offside migrate --table`; a line names something that exists,
or says that it does not; so does what it becomes, once the version has it; parameters are those of the signatures, in
order, and go by position only where it says so; backends with a name are those that have it; and a call on a host
without an accelerator gives what the line says. A new PyTorch shows here what is missing.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
NAME = "catalogue"
MODULES = """
    torch.cuda torch.cuda.amp torch.cuda.amp.autocast_mode torch.cuda.amp.common torch.cuda.amp.grad_scaler
    torch.cuda.comm torch.cuda.gds torch.cuda.graph_annotations torch.cuda.graphs torch.cuda.green_contexts
    torch.cuda.jiterator torch.cuda.memory torch.cuda.nccl torch.cuda.nvtx torch.cuda.profiler torch.cuda.random
    torch.cuda.sparse torch.cuda.streams torch.cuda.tunable torch.accelerator torch.accelerator.graphs
    torch.accelerator.memory torch.accelerator.random torch.xpu torch.mtia torch.mps torch.mps.profiler
    torch.backends.cuda torch.backends.cudnn torch.backends.mps
""".split()
BACKENDS = ("cuda", "xpu", "mtia", "mps")  # those whose modules PyTorch itself has
ELSEWHERE = re.compile(r"torch\.(npu|hpu|musa)(\.|$)")
COLUMNS = ("name", "category", "becomes", "since", "arguments", "gives", "also", "why", "instead")


def lines_of(table):
    """{name: cells} of the table, a line for each module that has the name."""
    lines, module = {}, ""
    for text in table.splitlines():
        if text.startswith("## "):
            module = text[3:]
        elif text.startswith("| `"):
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", text)[1:-1]]
            line = dict(zip(COLUMNS, cells, strict=True))
            for its_module in [module, *re.findall(r"`([^`]+)`", line["also"])]:
                lines[f"{its_module}.{line['name'].strip('`')}"] = line
    return lines


def parameters_of(line):
    """([(old, new or None, "/" or "*" or "")], whether more are passed on)"""
    words = [word.strip() for word in line["arguments"].strip("`").split(",") if word.strip()]
    listed = []
    for word in words:
        if word == "...":
            continue
        names, kind = (word[:-2], word[-1]) if word.endswith((" /", " *")) else (word, "")
        old, _, new = names.partition(" -> ")
        listed.append((old, None if new == "-" else new or old, kind))
    return listed, "..." in words


def is_version(since, version):
    return not since or [int(n) for n in since.split(".")] <= [int(n) for n in version.split(".")]


def is_called(name, line):
    """Whether it is tried what the name gives without an accelerator."""
    return line and re.match(r"torch\.(cuda|xpu|mtia|mps)\.", name) and line["category"] != "none"


class Check:
    def __init__(self, lines, installed):
        self.lines, self.installed = lines, installed
        self.count, self.failures = 0, []

    def expect(self, holds, text):
        self.count += 1
        if not holds:
            self.failures.append(f"{NAME} {text}")

    def run(self):
        for module, names in self.installed["public"].items():
            for name in names:
                self.expect(
                    f"{module}.{name}" in self.lines, f"{module}.{name}: torch has it, the catalogue does not"
                )
        for name, line in self.lines.items():
            if name.endswith(".*") or ELSEWHERE.match(name):
                continue
            missing = line["why"].startswith("does not exist")
            found = self.installed["names"].get(name)
            self.expect(
                bool(found) != missing, f"{name}: {'exists after all' if missing else 'torch does not have it'}"
            )
            target = line["becomes"].strip("`")
            if target.startswith("torch.") and " " not in target and is_version(line["since"], self.version):
                new = self.installed["names"].get(target)
                self.expect(new, f"{name}: {target} does not exist")
                if new and line["arguments"] and new["signature"] is not None:
                    self.new_parameters(name, line, new["signature"])
            if found and line["arguments"] and found["signature"] is not None:
                self.old_parameters(name, line, found["signature"])
            self.backends(name, line)
            if found and not missing:
                self.without_accelerator(name, line, found["gives"])
        return self.count, self.failures

    @property
    def version(self):
        return self.installed["version"]

    def old_parameters(self, name, line, signature):
        listed, more = parameters_of(line)
        real = [p for p, kind in signature if not kind.startswith("VAR_")]
        open_ended = len(real) != len(signature)
        names = [old for old, _, _ in listed]
        self.expect(
            (names == real[: len(names)] if more else names == real) and more >= open_ended,
            f"{name}: takes {signature}, not {line['arguments']}",
        )

    def new_parameters(self, name, line, signature):
        kinds = dict(signature)
        order = [p for p, _ in signature]
        for at, (_, new, kind) in enumerate(parameters_of(line)[0]):
            if new is None:
                continue
            fits = {
                "/": kinds.get(new) == "POSITIONAL_ONLY" and order[at : at + 1] == [new],
                "*": kinds.get(new) in ("KEYWORD_ONLY", "POSITIONAL_OR_KEYWORD"),
                "": kinds.get(new) == "POSITIONAL_OR_KEYWORD",
            }[kind]
            self.expect(fits, f"{name}: {line['becomes']} takes {signature}, not '{new} {kind}'")

    def backends(self, name, line):
        which = re.fullmatch(r"`torch\.get_device_module\(device\)\.\w+` on (.*)", line["becomes"])
        if not which:
            return
        for backend in BACKENDS:
            has = f"torch.{backend}.{name.rsplit('.')[-1]}" in self.installed["names"]
            self.expect(
                has == (backend in which[1].split()),
                f"{name}: torch.{backend} {'has' if has else 'lacks'} it",
            )

    def without_accelerator(self, name, line, gives):
        if not is_called(name, line):
            return
        self.expect(
            (gives or "") == line["gives"].strip("`"),
            f"{name}: gives {gives or 'an error'} without an accelerator, not {line['gives'] or 'an error'}",
        )


def run(python, offside):
    """(number of comparisons, texts of those that failed)"""
    table = subprocess.run([offside, "migrate", "--table"], capture_output=True, text=True)
    if table.returncode != 0:
        sys.exit(f"{offside} migrate --table: exit status {table.returncode}\n{table.stderr}")
    lines = lines_of(table.stdout)
    names = set(lines)
    names |= {line["becomes"].strip("`") for line in lines.values()}
    names |= {f"torch.{backend}.{name.rsplit('.')[-1]}" for backend in BACKENDS for name in lines}
    wanted = sorted(name for name in names if re.fullmatch(r"torch(\.\w+)+", name))
    installed = subprocess.run(
        [python, str(HERE / "torch_names.py"), *MODULES],
        input="".join(f"{'call ' if is_called(name, lines.get(name)) else ''}{name}\n" for name in wanted),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        env=os.environ | {"CUDA_VISIBLE_DEVICES": ""},
    )
    return Check(lines, json.loads(installed.stdout)).run()
