"""The parts of the suite: which programs they run, what is recorded of PyTorch, how the tool must agree with it.

A verdict is {"kind", "lines", "text"}: how the program ended (`clean`, `device`, `other`, `requires-grad`), its lines on
the way to the error, outermost first, and the first line of the error; with "output" where a part asks for it.
"""

import ast
import json
import pathlib
import re
import subprocess
import sys

import generate
import machines

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CORPUS = ROOT / "test" / "corpus"
sys.path += [str(ROOT / "test" / "rules"), str(CORPUS)]

import pages  # noqa: E402
import run as corpus  # noqa: E402


def short(verdict):
    """What is kept of the simulation's verdict."""
    text = next((line for line in verdict["text"].splitlines() if line.strip()), "")[:160]
    return {"kind": verdict["kind"], "lines": verdict["lines"], "text": text} | {
        key: verdict[key] for key in ("output",) if key in verdict
    }


def verdict_of(recorded):
    return recorded and {key: value for key, value in recorded.items() if key != "machine"}


def text(verdict):
    if verdict is None:
        return "nothing"
    return verdict["kind"] + (
        f" at line {verdict['lines'][-1:]}: {verdict['text']}" if verdict["text"] else ""
    )


def findings(offside, path):
    """Errors and warnings of the tool on one file, as [(rule, severity, lines)]."""
    command = [offside, "check", "--isolated", "--format", "json", str(path)]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)}: exit status {run.returncode}\n{run.stderr}")
    return [
        (f["rule"], f["severity"], range(f["start"]["line"], f["end"]["line"] + 1))
        for f in json.loads(run.stdout)["findings"]
        if f["severity"] != "note" and not f["rule"].startswith("DEV0")
    ]


class Part:
    """One file of verdicts: {key: {"machine", "kind", "lines", "text"}}."""

    name = ""
    output = False  # does a verdict hold what the program printed?

    @property
    def file(self):
        return pathlib.Path(__file__).resolve().parent / "verdicts" / f"{self.name}.json"

    def recorded(self):
        return json.loads(self.file.read_text(encoding="utf-8")) if self.file.exists() else {}

    def programs(self, folder):
        """{key: (path, machine)}; programs that are no files yet are written to `folder`."""
        raise NotImplementedError

    def record(self, wanted, verdicts):
        entries = {key: {"machine": wanted[key][1], **verdicts[key]} for key in sorted(verdicts)}
        self.file.parent.mkdir(exist_ok=True)
        lines = [f" {json.dumps(key)}: {json.dumps(entry)}" for key, entry in entries.items()]
        self.file.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
        return entries

    def promises(self, wanted, recorded):
        """What must hold between our own texts and PyTorch: [(kept, text)]."""
        return []

    def judge(self, offside, wanted, recorded):
        """What must hold between the tool and PyTorch: [(agrees, text)]."""
        return []

    def made(self, offside, folder):
        """Programs that the tool writes: {key: (path, machine)}."""
        return {}

    def complaint(self, key, verdict, recorded):
        """What is wrong with how a program ended that the tool wrote; empty when nothing is."""
        return "" if verdict["kind"] == "clean" else text(verdict)


class Operators(Part):
    name = "operators"
    source = CORPUS / "operators" / "device_cases.py"

    def programs(self, folder):
        names = [n.name for n in ast.parse(self.source.read_text()).body if isinstance(n, ast.FunctionDef)]
        programs = {}
        for name in names:
            path = folder / f"{name}.py"
            imported = f"sys.path.insert(0, {str(self.source.parent)!r})\nimport device_cases\n"
            path.write_text(f"import sys\n{imported}device_cases.{name}()\n")
            programs[name] = path, machines.TWO_GPUS
        return programs

    def judge(self, offside, wanted, recorded):
        reported = {n for _, _, lines in findings(offside, self.source) for n in lines}
        judgements = []
        for node in ast.parse(self.source.read_text()).body:
            if isinstance(node, ast.FunctionDef) and node.name in recorded:
                is_reported = bool(reported.intersection(range(node.lineno, node.end_lineno + 1)))
                fails = recorded[node.name]["kind"] != "clean"
                judgements.append(
                    (is_reported == fails, f"{node.name}: PyTorch {'fails' if fails else 'runs'}")
                )
        return judgements


class Pages(Part):
    name = "pages"

    def programs(self, folder):
        programs = {}
        for path in sorted((ROOT / "rules").glob("DEV*.md")):
            page = pages.read(path)
            machine = machines.RULES.get(page.front["code"], machines.ONE_GPU)
            for heading, name in (("Example", "example"), ("Use instead", "corrected")):
                language, text_of = page.example(heading)
                if language == "python":
                    program = folder / f"{page.front['code']}_{name}.py"
                    program.write_text(text_of, encoding="utf-8")
                    programs[f"{page.front['code']} {name}"] = program, machine
        return programs

    def promises(self, wanted, recorded):
        """Corrections run; the example of an error fails, where it is expected to be reported if it names a line."""
        promises = []
        for path in sorted((ROOT / "rules").glob("DEV*.md")):
            page = pages.read(path)
            code = page.front["code"]
            if f"{code} example" not in recorded:
                continue
            promises.append(
                (recorded[f"{code} corrected"]["kind"] == "clean", f"{code}: the correction runs")
            )
            fails = recorded[f"{code} example"]["kind"] != "clean"
            if page.front["severity"] == "error" and code not in machines.SILENT:
                promises.append((fails, f"{code}: the example fails"))
        return promises

    def made(self, offside, folder):
        """The examples after their fixes."""
        programs = {}
        for path in sorted((ROOT / "rules").glob("DEV*.md")):
            page = pages.read(path)
            after = page.example("Example")[0] == "python" and pages.fixed(offside, page, folder)
            if after:
                program = folder / f"{page.front['code']}_fixed.py"
                program.write_text(after[0], encoding="utf-8")
                machine = machines.RULES.get(page.front["code"], machines.ONE_GPU)
                programs[f"{page.front['code']} fixed"] = program, machine
        return programs


class Pairs(Part):
    name = "pairs"

    def programs(self, folder):
        programs = {}
        bugs = CORPUS / "python" / "bugs"
        for path in sorted(bugs.glob("*.py")):
            if path.stem.endswith(".fixed"):
                continue
            machine = machines.PAIRS.get(path.stem, machines.ONE_GPU)
            programs[path.stem] = path, machine
            programs[f"{path.stem} fixed"] = path.with_suffix(".fixed.py"), machine
            smallest = CORPUS / "python" / "smallest-fix" / f"{path.stem}.fixed.py"
            if smallest.is_file():
                programs[f"{path.stem} smallest-fix"] = smallest, machine
        return programs

    def promises(self, wanted, recorded):
        """A bug with a verdict fails on a marked line; its twins run. A program whose library is not installed has none."""
        promises = []
        for key, entry in recorded.items():
            if entry["kind"] == "missing-module":
                continue
            if " " in key:
                promises.append((entry["kind"] == "clean", f"{key}: runs"))
            elif entry["kind"] != "clean":
                source = wanted[key][0].read_text(encoding="utf-8").splitlines()
                marked = {n for n, line in enumerate(source, 1) if re.search(r"# *(BUG:|RAISES-AT)", line)}
                promises.append((bool(marked.intersection(entry["lines"])), f"{key}: fails on a marked line"))
        return promises


class Cases(Part):
    """The functions without parameters in test/verify, which holds the tool to `# expect:` comments."""

    name = "cases"
    folder = ROOT / "test" / "verify"

    def functions(self):
        """(name, path, has an `expect`) of each; what a function calls in its file counts as its own."""
        for path in sorted(self.folder.glob("*.py")):
            source = path.read_text(encoding="utf-8")
            if path.stem in machines.NOT_RUN:
                continue
            expecting = {n for n, line in enumerate(source.splitlines(), 1) if "# expect: " in line}
            nodes = {node.name: node for node in ast.parse(source).body if hasattr(node, "name")}
            for node in nodes.values():
                if isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and not node.args.args:
                    yield f"{path.stem} {node.name}", path, bool(expecting.intersection(reached(node, nodes)))

    def programs(self, folder):
        programs = {}
        for key, path, _ in self.functions():
            module, function = key.split()
            program = folder / f"{module}_{function}.py"
            imported = f"sys.path.insert(0, {str(path.parent)!r})\nimport {module}\n"
            program.write_text(f"import sys\n{imported}{module}.{function}()\n", encoding="utf-8")
            programs[key] = program, machines.RULES.get(module, machines.ONE_GPU)
        return programs

    def promises(self, wanted, recorded):
        """A function fails exactly when it holds an `expect`."""
        return [
            ((recorded[key]["kind"] != "clean") == expects, f"{key}: {text(recorded[key])}")
            for key, _, expects in self.functions()
            if key in recorded
        ]


def reached(node, nodes, seen=()):
    """The lines of a top-level definition and of those in its file that it names."""
    lines = set(range(node.lineno, node.end_lineno + 1))
    names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)} - {node.name, *seen}
    for name in names & nodes.keys():
        lines |= reached(nodes[name], nodes, (*seen, node.name))
    return lines


class Programs(Part):
    """Every eighth program of the corpus again: are the verdicts in its header still PyTorch's?"""

    name = "programs"

    def programs(self, folder):
        paths = sorted((CORPUS / "programs").glob("*.py"))[::8]
        return {path.stem: (path, machines.ONE_GPU) for path in paths}

    def promises(self, wanted, recorded):
        promises = []
        for key, entry in recorded.items():
            head = wanted[key][0].read_text(encoding="utf-8")
            expect = re.search(r"^# EXPECT: (.*)$", head, re.MULTILINE).group(1)
            said = "clean" if entry["kind"] == "clean" else f"device-error line={entry['lines'][-1]}"
            promises.append((said == expect, f"{key}: the header says {expect}, PyTorch {said}"))
        return promises


class Generated(Part):
    name = "generated"
    seed, number, wanted_rate = 1, 200, 97

    def programs(self, folder):
        programs = {}
        for number in range(self.number):
            name = generate.name_of(self.seed, number)
            (folder / f"{name}.py").write_text(generate.build(self.seed, number), encoding="utf-8")
            programs[name] = folder / f"{name}.py", machines.ONE_GPU
        return programs

    def judge(self, offside, wanted, recorded):
        programs = [(wanted[key][0], *corpus.split(entry["lines"])) for key, entry in recorded.items()]
        report = corpus.report_on_programs(offside, programs, self.wanted_rate)
        alarmed = {text.split(".py:")[0] for text in report.alarms}
        judgements = [(key not in alarmed, f"{key}: an error, but PyTorch runs it") for key in recorded]
        enough = report.rate() >= self.wanted_rate
        return [*judgements, (enough, f"{report.rate():.1f} % of the failing programs are reported")]


PARTS = [Operators(), Pages(), Pairs(), Cases(), Programs(), Generated()]
