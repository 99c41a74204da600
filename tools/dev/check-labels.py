#!/usr/bin/env python3
"""Checks that every rule of docs/Numerics.md exists in code and in a test.

A rule is defined by its label in bold, as in **e2m1_c4**. The label must occur
in include/quartet/Numerics or lib/Numerics, and in a test of the rules; and a
label used there with a prefix that docs/Numerics.md defines must be defined.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEFINITION = re.compile(r"\*\*([a-z][a-z0-9_]*_c\d+)\*\*")


def labels_in(*folders):
    """Labels in all source files below `folders`, with one file for each."""
    found = {}
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix not in {".h", ".cpp", ".td"}:
                continue
            text = path.read_text(encoding="utf-8")
            # Test names chain labels: e2m1_c4_grid_c1_boundaries.
            for word in re.findall(r"[A-Za-z0-9_]+", text):
                start = 0
                for end in re.finditer(r"_c\d+(?=_|$)", word):
                    label = word[start : end.end()].lstrip("_")
                    start = end.end()
                    if re.fullmatch(r"[a-z][a-z0-9_]*_c\d+", label):
                        found.setdefault(label, path.relative_to(ROOT))
    return found


def main():
    """Prints every violation; returns the exit status."""
    text = (ROOT / "docs/Numerics.md").read_text(encoding="utf-8")
    defined = DEFINITION.findall(text)
    code = labels_in("include/quartet/Numerics", "lib/Numerics")
    tests = labels_in(
        "unittests/Numerics",
        "unittests/NumericsIR",
        "unittests/Conversion/NVFP4ToLoops",
    )
    errors = []
    for label in sorted({x for x in defined if defined.count(x) > 1}):
        errors.append(f"docs/Numerics.md: {label} is defined more than once")
    for label in sorted(set(defined)):
        if label not in code:
            errors.append(f"docs/Numerics.md: {label} is in no source file")
        if label not in tests:
            errors.append(f"docs/Numerics.md: {label} is in no test")
    for found in (code, tests):
        for label, path in sorted(found.items()):
            if label not in defined:
                errors.append(f"{path}: {label} is not in docs/Numerics.md")
    for error in errors:
        print(error)
    print(f"labels: {len(set(defined))} rules, {len(errors)} errors")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
