#!/usr/bin/env python3
"""Runs the README's example and compares what it shows with what happens.

usage: check-readme.py [--fix] QUARTET_OPT
"""

import pathlib
import re
import subprocess
import sys

README = pathlib.Path(__file__).resolve().parents[2] / "README.md"


def block(text, name):
    """Start and end of the fenced block after the comment that names it."""
    match = re.search(
        rf"<!-- example: {name} -->\n```\w*\n(.*?)```", text, re.DOTALL
    )
    if not match:
        sys.exit(f"error: README.md has no example block '{name}'")
    return match.span(1)


def wrap(line):
    """Breaks an operation of the output before its operand groups."""
    if len(line) <= 80:
        return line
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    parts = re.split(r" (?=ins\(|outs\(|lhs\(|rhs\(|-> )", line)
    return f"\n{indent}".join(parts)


def main():
    fix = "--fix" in sys.argv
    tool = sys.argv[-1]
    text = README.read_text()
    source = text[slice(*block(text, "input"))]
    run = subprocess.run(
        [tool, "-", "--quartet-raise"],
        input=source,
        capture_output=True,
        text=True,
    )
    if run.returncode:
        sys.exit(f"error: the README's example fails: {run.stderr}")
    remark = re.search(r"remark: .*", run.stderr)
    if not remark or remark[0] != text[slice(*block(text, "remark"))].strip():
        sys.exit(f"error: README.md shows another remark than: {remark}")
    lines = run.stdout.splitlines()[1:-2]  # without the module around it
    output = "\n".join(wrap(line[2:]) for line in lines) + "\n"
    start, end = block(text, "output")
    if text[start:end] == output:
        return
    if not fix:
        sys.exit(
            "error: README.md shows another output than the compiler prints; "
            "repair with: tools/dev/check-readme.py --fix build/bin/quartet-opt"
        )
    README.write_text(text[:start] + output + text[end:])


if __name__ == "__main__":
    main()
