#!/usr/bin/env python3
"""Holds the tool to its rule pages: the example is reported as its `# expect:` comments say, the correction is silent,
and the fix that the page promises ends the finding.

    pages.py OFFSIDE PAGE...

A page whose example is no Python (DEV003) is tried as a configuration file instead.
"""

import dataclasses
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HEADINGS = [
    "What it does",
    "Why is this bad?",
    "Example",
    "Use instead",
    "What is not flagged",
    "Fix safety",
    "Sources",
]


@dataclasses.dataclass
class Page:
    path: pathlib.Path
    front: dict  # the front matter
    sections: dict  # heading -> text

    def example(self, heading):
        """(language, text) of the fenced block under a heading."""
        found = re.search(r"^```(\w+)\n(.*?)^```$", self.sections[heading], re.MULTILINE | re.DOTALL)
        if found is None:
            raise ValueError(f"{self.path}: no code block under `{heading}`")
        return found.group(1), found.group(2)


def read(path):
    path = pathlib.Path(path)
    text = path.read_text(encoding="utf-8")
    found = re.match(r"---\n(.*?)\n---\n(.*)", text, re.DOTALL)
    if found is None:
        raise ValueError(f"{path}: no front matter")
    front = dict(line.split(": ", 1) for line in found.group(1).splitlines())
    pieces = re.split(r"^## (.*)\n", found.group(2), flags=re.MULTILINE)
    return Page(path, front, dict(zip(pieces[1::2], pieces[2::2])))


def check_form(page):
    """What is wrong with the page itself; its front matter is checked where it is built into the tool."""
    wrong = []
    if list(page.sections) != HEADINGS:
        wrong.append(f"headings are {list(page.sections)}, wanted {HEADINGS}")
    if page.front["summary"].endswith("."):
        wrong.append("the summary ends with a full stop")
    return wrong


def check_python(offside, page, folder):
    """Findings of every rule; a note that no comment names is no difference unless its rule is asked for."""
    wrong = []
    selections = [[], ["--select", page.front["code"]]][: 1 + (page.front["severity"] == "note")]
    for heading, name in (("Example", "example.py"), ("Use instead", "corrected.py")):
        text = page.example(heading)[1]
        expected = re.findall(r"# expect(?:\+\d+)?: (.*)", text)
        if (heading == "Example") != (page.front["code"] in " ".join(expected)):
            wrong.append(f"`{heading}` expects {expected}")
        (folder / name).write_text(text, encoding="utf-8")
        for selection in selections:
            command = [offside, "check", "--isolated", "--verify", *selection, name]
            run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
            if run.returncode != 0:
                wrong.append(f"`{heading}`: exit status {run.returncode}\n{run.stdout}{run.stderr}")
    return wrong


def fixed(offside, page, folder):
    """(the example after the fix that the page promises, the rules still reported in it); None without a fix."""
    if page.front["fix"] == "none":
        return None
    path = folder / "fixed.py"
    path.write_text(re.sub(r" *# expect.*", "", page.example("Example")[1]), encoding="utf-8")
    allowed = ["--fix"] if page.front["fix"] == "safe" else ["--fix", "--unsafe-fixes"]
    allowed += ["--extend-select", page.front["code"]]  # notes are left alone unless they are asked for
    command = [offside, "check", "--isolated", *allowed, "--format", "json", path.name]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    left = [finding["rule"] for finding in json.loads(run.stdout)["findings"]]
    return path.read_text(encoding="utf-8"), left


def check_fix(offside, page, folder):
    after = fixed(offside, page, folder)
    if after is not None and page.front["code"] in after[1]:
        return [f"the fix leaves {after[1]} in\n{after[0]}"]
    return []


def check_configuration(offside, page, folder):
    wrong = []
    (folder / "empty.py").write_text("", encoding="utf-8")
    for heading, status in (("Example", 2), ("Use instead", 0)):
        (folder / ".offside.toml").write_text(page.example(heading)[1], encoding="utf-8")
        run = subprocess.run([offside, "check", "empty.py"], cwd=folder, capture_output=True, text=True)
        output = run.stdout + run.stderr
        if run.returncode != status or (status == 2 and page.front["code"] not in output):
            wrong.append(f"`{heading}`: exit status {run.returncode}, wanted {status}\n{output}")
    return wrong


def check(offside, path):
    """What the tool does not do as the page says, as a list of texts."""
    page = read(path)
    wrong = check_form(page)
    if wrong:
        return wrong
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        if page.example("Example")[0] == "python":
            return check_python(offside, page, folder) + check_fix(offside, page, folder)
        return check_configuration(offside, page, folder)


def main(offside, paths):
    failed = 0
    for path in paths:
        wrong = check(offside, path)
        failed += bool(wrong)
        for text in wrong:
            print(f"{path}: {text}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
