#!/usr/bin/env python3
"""Checks a SARIF file against what SARIF 2.1.0 asks of the parts that the tool writes.

    sarif_promises.py FILE

SHAPES lists, for each kind of object, the properties it must have and those it may have (the standard allows no
others), each with its type. References between objects are checked beside that.
"""
import json
import re
import sys

TEXT = {"text": str}
LEVEL = {"none", "note", "warning", "error"}
# object: (required, optional); a type, a set of values, the name of another object, or a list of one of these
SHAPES = {
    "log": ({"version": {"2.1.0"}, "runs": ["run"]}, {"$schema": str}),
    "run": ({"tool": "tool"}, {"results": ["result"], "columnKind": {"utf16CodeUnits", "unicodeCodePoints"}}),
    "tool": ({"driver": "driver"}, {}),
    "driver": ({"name": str}, {"semanticVersion": str, "rules": ["rule"]}),
    "rule": ({"id": str}, {"name": str, "shortDescription": "text", "help": "text", "defaultConfiguration": "config"}),
    "config": ({}, {"level": LEVEL}),
    "text": (TEXT, {"markdown": str}),
    "result": ({"message": "text"}, {
        "ruleId": str, "ruleIndex": int, "level": LEVEL, "locations": ["location"], "partialFingerprints": dict,
        "relatedLocations": ["location"], "fixes": ["fix"]}),
    "location": ({}, {"id": int, "physicalLocation": "physical", "message": "text", "logicalLocations": ["logical"]}),
    "logical": ({}, {"name": str, "kind": str}),
    "physical": ({"artifactLocation": "artifact"}, {"region": "region"}),
    "artifact": ({"uri": str}, {}),
    "region": ({}, {"startLine": int, "startColumn": int, "endLine": int, "endColumn": int}),
    "fix": ({"artifactChanges": ["change"]}, {"description": "text"}),
    "change": ({"artifactLocation": "artifact", "replacements": ["replacement"]}, {}),
    "replacement": ({"deletedRegion": "region"}, {"insertedContent": "text"}),
}
NOT_EMPTY = {"artifactChanges", "replacements"}
URI = re.compile(r"[A-Za-z0-9._~/%-]+|file://[A-Za-z0-9._~/%-]+")

problems = []


def check(value, shape, where):
    if isinstance(shape, list):
        if not isinstance(value, list):
            return problems.append(f"{where}: not a list")
        for index, item in enumerate(value):
            check(item, shape[0], f"{where}[{index}]")
        if not value and where.rsplit(".", 1)[-1] in NOT_EMPTY:
            problems.append(f"{where}: empty")
    elif isinstance(shape, set):
        if value not in shape:
            problems.append(f"{where}: {value!r} is none of {sorted(shape)}")
    elif isinstance(shape, type):
        if not isinstance(value, shape) or isinstance(value, bool):
            problems.append(f"{where}: {value!r} is no {shape.__name__}")
    elif not isinstance(value, dict):
        problems.append(f"{where}: not an object")
    else:
        required, optional = SHAPES[shape]
        problems.extend(f"{where}: lacks {key}" for key in required if key not in value)
        for key, item in value.items():
            if key in required or key in optional:
                check(item, {**required, **optional}[key], f"{where}.{key}")
            else:
                problems.append(f"{where}: {key} is no property of a {shape}")
        if shape == "region":
            check_region(value, where)
        if shape == "artifact" and not URI.fullmatch(value.get("uri", "")):
            problems.append(f"{where}: {value.get('uri')!r} is no URI")


def check_region(region, where):
    begin = region.get("startLine", 0), region.get("startColumn", 0)
    end = region.get("endLine", 0), region.get("endColumn", 0)
    if min(*begin, *end) < 1 or end < begin:
        problems.append(f"{where}: {begin} to {end} is no region")


def check_references(log):
    for run in log["runs"]:
        rules = run["tool"]["driver"].get("rules", [])
        for result in run["results"]:
            if rules[result["ruleIndex"]]["id"] != result["ruleId"]:
                problems.append(f"ruleIndex of {result['ruleId']} leads to another rule")
            if not all(isinstance(value, str) for value in result["partialFingerprints"].values()):
                problems.append("a fingerprint is no string")
        prints = [tuple(result["partialFingerprints"].items()) for result in run["results"]]
        if len(prints) != len(set(prints)):
            problems.append("two results have the same fingerprint")


with open(sys.argv[1], encoding="utf-8") as file:
    document = json.load(file)
check(document, "log", "log")
if not problems:
    check_references(document)
print("\n".join(problems) or f"{sum(len(run['results']) for run in document['runs'])} results keep the promises")
sys.exit(bool(problems) or not document["runs"][0]["results"])
