#!/usr/bin/env python3
"""Checks that no stage includes a header of a later one.

Every folder of lib/ and include/quartet/ has a rank, in the order in which a
program flows through the compiler. A file may include headers of its own folder
and of folders with a smaller rank. Folders marked "plain" must not include MLIR
or LLVM. Numeric constants of the format live in Numerics alone.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Longest prefix wins.
RANKS = {
    "Descriptors": 0,
    "Numerics": 0,
    "Support": 0,
    "Runtime": 1,
    "Simulator": 1,
    "NumericsIR": 1,
    "Dialect/NVFP4/IR": 2,
    "Dialect/Check/IR": 2,
    "Dialect/TCGen05/IR": 2,
    "Recipe": 3,
    "Dialect/NVFP4/Transforms": 3,
    "Dialect/Check/Transforms": 3,
    "Conversion/Common": 3,
    "Conversion/LinalgToNVFP4": 4,
    "Conversion/NVFP4ToLoops": 4,
    "Conversion/NVFP4ToGPU": 4,
    "Conversion/NVFP4ToTCGen05": 4.5,  # launches like NVFP4ToGPU
    "Conversion/TCGen05ToNVVM": 4,
    "Conversion/CheckToLLVM": 4,
    "Conversion/NVFP4ToBF16Matmul": 5,
    "Target": 5,
    "Target/Common": 6,
    "Pipelines": 8,
    "CAPI": 9,
}
PLAIN = {"Descriptors", "Numerics", "Support", "Runtime", "Simulator"}

INCLUDE = re.compile(r'^\s*#include\s+["<]([^">]+)[">]', re.M)
# Scale maxima, scale override, Philox constants: docs/Numerics.md.
CONSTANTS = re.compile(
    r"(?<![\w.#])(?:448(?:\.0f?)?|2688(?:\.0f?)?|0\.988125f?|255\.99f?|"
    r"0x(?:D2511F53|CD9E8D57|9E3779B9|BB67AE85))(?![\w.])",
    re.I,
)


def area(parts):
    """The longest ranked prefix of a folder path, or None."""
    for n in range(len(parts), 0, -1):
        name = "/".join(parts[:n])
        if name in RANKS:
            return name
    return None


def header_area(path):
    if not path.startswith("quartet/"):
        return None
    return target_or_area(path.split("/")[1:-1])


def target_or_area(parts):
    """Each target's folder is an area of its own; what lies in Target itself
    is common to all."""
    if parts[:1] == ["Target"]:
        return "Target/" + (parts[1] if len(parts) > 1 else "Common")
    return area(parts)


def file_area(path):
    parts = list(path.relative_to(ROOT).parts)
    return target_or_area(parts[1:-1] if parts[0] == "lib" else parts[2:-1])


def rank(name):
    if name.startswith("Target/") and name not in RANKS:
        return 7  # one folder per target, found by CMake
    return RANKS.get(name, RANKS.get(name.split("/")[0], None))


def strip_comments(text):
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    return re.sub(r"//[^\n]*", "", text)


def main():
    errors = []
    count = 0
    for top in ("lib", "include/quartet"):
        for path in sorted((ROOT / top).rglob("*")):
            if path.suffix not in (".cpp", ".h", ".c", ".td"):
                continue
            if path.parent == ROOT / "include/quartet":
                continue  # InitAll.h and the like: for tools
            count += 1
            name = path.relative_to(ROOT)
            own = file_area(path)
            if own is None:
                errors.append(
                    f"{name}: folder has no rank in check-layering.py"
                )
                continue
            text = path.read_text()
            for include in INCLUDE.findall(text):
                other = header_area(include)
                if include in ("quartet/InitAll.h",) and own == "Pipelines":
                    continue
                if other and other != own and rank(other) >= rank(own):
                    errors.append(
                        f"{name}: includes {include} of a later stage"
                    )
                if own in PLAIN and include.split("/")[0] in ("mlir", "llvm"):
                    errors.append(f"{name}: {own} must not include {include}")
            if own != "Numerics":
                for match in CONSTANTS.finditer(strip_comments(text)):
                    constant = match.group()
                    errors.append(f"{name}: {constant} belongs to lib/Numerics")
    for error in errors:
        print(error)
    print(f"layering: {count} files, {len(errors)} errors")
    return bool(errors) or count == 0


if __name__ == "__main__":
    sys.exit(main())
