#!/usr/bin/env python3
"""Writes the external scanner that the 0.25.0 grammar of tree-sitter-python needs, from the scanner of 0.23.6.

usage: adapt_scanner.py SCANNER_C OUTPUT

The 0.25.0 archive was published without its scanner. Two behaviours have to change for that grammar:
  - a `t` prefix opens a template string, which is scanned like an f-string;
  - an indentation is saved with both bytes of its 16-bit width, so lines indented by more than 255 columns still end
    the block they should end.
Each place to change must be found exactly once; anything else is an error, so a new pin cannot go unnoticed.
"""

import sys
from pathlib import Path

CHANGES = [
    (
        "if (lexer->lookahead == 'f' || lexer->lookahead == 'F') {",
        "if (lexer->lookahead == 'f' || lexer->lookahead == 'F' ||"
        " lexer->lookahead == 't' || lexer->lookahead == 'T') {",
    ),
    (
        "size < TREE_SITTER_SERIALIZATION_BUFFER_SIZE; ++iter",
        "size + 1 < TREE_SITTER_SERIALIZATION_BUFFER_SIZE; ++iter",
    ),
    (
        "buffer[size++] = (char)*array_get(&scanner->indents, iter);",
        "uint16_t width = *array_get(&scanner->indents, iter);"
        " buffer[size++] = (char)(width & 0xFF); buffer[size++] = (char)(width >> 8);",
    ),
    ("for (; size < length; size++) {", "for (; size + 1 < length; size += 2) {"),
    (
        "array_push(&scanner->indents, (unsigned char)buffer[size]);",
        "array_push(&scanner->indents,"
        " (uint16_t)((unsigned char)buffer[size] | (unsigned)(unsigned char)buffer[size + 1] << 8));",
    ),
]


def main():
    source, output = map(Path, sys.argv[1:])
    text = source.read_text(encoding="utf-8")
    for old, new in CHANGES:
        if text.count(old) != 1:
            print(
                f"error: {source}: expected once, found {text.count(old)} times: {old}",
                file=sys.stderr,
            )
            return 1
        text = text.replace(old, new)
    if not output.exists() or output.read_text(encoding="utf-8") != text:
        output.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
