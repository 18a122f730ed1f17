#!/usr/bin/env python3
"""Writes the parts of docs/ that repeat what stands elsewhere in the tree.

    gen_docs.py [--check] [--offside BINARY]

docs/rules.md comes from the front matter of the rule pages, the vocabulary in docs/models.md from the comments of
lint/model/model.h, and docs/migration-catalogue.md from `offside migrate --table` (build/bin/offside by default). With
--check nothing is written, and a difference fails with the name of the file.
"""

import argparse
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FAMILIES = {
    "DEV0": "The tool itself",
    "DEV1": "Tensors on different devices",
    "DEV2": "Host access",
    "DEV3": "Portability",
    "DEV4": "Memory and graph",
}
TABLES = [
    ("Result", "result"),
    ("Device", "device"),
    ("Rank", "rank"),
    ("Grad", "grad"),
    ("Effect", "effects"),
]
INTRODUCTION = """\
Written by `tools/gen_docs.py` from the pages in [rules](../rules). `offside explain CODE` prints a page.

**error**: fails on every run that gets there, given an accelerator. **warning**: fails once the module or the input is
on an accelerator, or loses memory or meaning. **note**: advice, shown with `--show-notes`. A finding can be one step
lower than the table says when less is known about it.
"""
BEGIN, END = "<!-- begin: from lint/model/model.h -->\n", "<!-- end -->\n"


def front_matter(page):
    lines = page.read_text(encoding="utf-8").split("---\n")[1].splitlines()
    return dict(line.split(": ", 1) for line in lines)


def rules_page():
    pages = {page: front_matter(page) for page in sorted((ROOT / "rules").glob("DEV*.md"))}
    text = "# Rules\n\n"
    text += INTRODUCTION
    for prefix, title in FAMILIES.items():
        text += f"\n## {title}\n\n| code | name | severity | fix | fires when |\n| --- | --- | --- | --- | --- |\n"
        for page, front in pages.items():
            if front["code"].startswith(prefix):
                summary = front["summary"][0].lower() + front["summary"][1:]
                text += f"| [{front['code']}](../rules/{page.name}) | {front['name']} | {front['severity']} "
                text += f"| {front['fix']} | {summary} |\n"
    left_out = [f["code"] for f in pages.values() if f["code"][:4] not in FAMILIES]
    if left_out:
        sys.exit(f"gen_docs.py: no family for {', '.join(left_out)}")
    return text


def vocabulary():
    header = (ROOT / "lint" / "model" / "model.h").read_text(encoding="utf-8")
    text = ""
    for name, key in TABLES:
        body = re.search(
            rf"enum class {name} : uint8_t {{\n(.*?)^}};", header, re.MULTILINE | re.DOTALL
        ).group(1)
        body = re.sub(r"\n +// *", " ", body)  # comments that go on
        text += f"\n### `{key}`\n\n| word | meaning |\n| --- | --- |\n"
        for word, meaning in re.findall(r'^  \w+, *// ("[^"]+"(?: or "[^"]+")?)(.*)$', body, re.MULTILINE):
            word = word.replace('"', "`")
            text += f"| {word} | {meaning.strip(' :;').replace('|', chr(92) + '|')} |\n"
    return text.lstrip("\n")


def models_page():
    path = ROOT / "docs" / "models.md"
    before, rest = path.read_text(encoding="utf-8").split(BEGIN)
    return before + BEGIN + "\n" + vocabulary() + "\n" + END + rest.split(END)[1]


def migration_page(offside):
    try:
        run = subprocess.run([offside, "migrate", "--table"], stdout=subprocess.PIPE, check=True)
    except OSError as error:
        sys.exit(f"gen_docs.py: {offside}: {error.strerror}; build it, or name another with --offside")
    return run.stdout.decode("utf-8")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--offside", default=ROOT / "build" / "bin" / "offside")
    options = parser.parse_args()
    pages = {
        "rules.md": rules_page(),
        "models.md": models_page(),
        "migration-catalogue.md": migration_page(options.offside),
    }
    different = []
    for name, text in pages.items():
        path = ROOT / "docs" / name
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        different.append(f"docs/{name}")
        if not options.check:
            path.write_text(text, encoding="utf-8")
    if different and options.check:
        sys.exit(f"{', '.join(different)}: not what tools/gen_docs.py writes; run it")


if __name__ == "__main__":
    main()
