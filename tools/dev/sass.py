#!/usr/bin/env python3
"""What the machine code of a program's kernels consists of.

usage: sass.py PROGRAM.mlir [--target=sm_100a] [--recipe=quartet2]
       sass.py --which

Compiles with quartet-compile, found on PATH, which assembles with ptxas, and
disassembles with nvdisasm: that on PATH, of CUDA_HOME or CUDA_PATH, or in the
wheel of Triton. --which prints its path, or exits with 1 without one.
One row per kernel:

    instructions  of the kernel, padding and subroutines left out
    tensor        block-scaled products on tensor memory
    TMA           copies from global to shared memory by the TMA
    loads, stores of global memory, by bytes and how many of them
    conversions   instructions that convert to or from narrow floats
    local         accesses of local memory: spills and arrays
    loops         instructions of every outermost loop of 100 or more, and in
                  parentheses per element where each iteration handles a block
                  of 16 elements (K2 to K4)

The counts are of the text, whichever paths are taken: an access may be a tensor
scale that is read once, or an element at the edge of a matrix.
"""

import argparse
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# Kernels whose loops handle one block of 16 elements per iteration
# (docs/Kernels.md, "Tiles").
BY_BLOCKS = re.compile(r"(re|rotate_)?quantize_")
BLOCK = 16
MIN_LOOP = 100

INSTRUCTION = re.compile(r"/\*([0-9a-f]{4,})\*/ +(?:@!?U?P\w+ +)?([A-Z][\w.]*)")
TARGET = re.compile(r"`\((\.L_x_\d+)\)")
PATTERNS = {
    # OMMA is of e2m1 with scales, 4X of one scale per 16 elements.
    "tensor": re.compile(r"UTCOMMA"),
    "tma": re.compile(r"UTMALDG"),
    "load": re.compile(r"LDG\b"),
    "store": re.compile(r"STG\b"),
    "conversions": re.compile(r"F2FP|F2F\b.*(BF16|F16|E4M3|E2M1)|HADD2\.F32"),
    "local": re.compile(r"(LDL|STL)\b"),
}


def find_nvdisasm():
    folders = []
    for name in ("CUDA_HOME", "CUDA_PATH"):
        if name in os.environ:
            folders.append(os.path.join(os.environ[name], "bin"))
    triton = importlib.util.find_spec("triton")
    if triton:
        folders.append(
            os.path.join(os.path.dirname(triton.origin), "backends/nvidia/bin")
        )
    path = os.pathsep.join([os.environ.get("PATH", ""), *folders])
    return shutil.which("nvdisasm", path=path)


def run(command):
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"{command[0]}: {result.stderr.strip()[:2000]}")
    return result.stdout


class Kernel:
    """Instructions of a kernel, in order, and its loops."""

    def __init__(self, name):
        self.name = name
        self.code = []  # opcodes
        self.labels = {}  # label: index of what follows it
        self.branches = []  # index, label

    def add(self, line):
        label = re.match(r"(\.L_x_\d+):", line)
        if label:
            self.labels[label.group(1)] = len(self.code)
        found = INSTRUCTION.search(line)
        if not found or found.group(2) == "NOP":
            return
        target = TARGET.search(line)
        if target and found.group(2).startswith("BRA"):
            self.branches.append((len(self.code), target.group(1)))
        self.code.append(found.group(2))

    def count(self, what):
        return sum(bool(PATTERNS[what].match(code)) for code in self.code)

    def found(self, what):
        """The opcodes with their numbers."""
        matches = [c for c in self.code if PATTERNS[what].match(c)]
        return ", ".join(
            f"{matches.count(c)} {c}" for c in sorted(set(matches))
        )

    def widths(self, what):
        """Accesses by their bytes, the widest first."""
        sizes = []
        for code in self.code:
            if PATTERNS[what].match(code):
                width = re.search(r"\.([US]?(8|16)|64|128)\b", code)
                bits = width.group().lstrip(".US") if width else "32"
                sizes.append(int(bits) // 8)
        return ", ".join(
            f"{size} B: {sizes.count(size)}"
            for size in sorted(set(sizes), reverse=True)
        )

    def loops(self):
        """Lengths of outermost loops, in order."""
        spans = sorted(
            (self.labels[label], -at)
            for at, label in self.branches
            if self.labels.get(label, at + 1) <= at
        )
        lengths, end = [], -1
        for first, last in spans:
            if first > end:
                end = -last
                lengths.append(end - first + 1)
        return [n for n in lengths if n >= MIN_LOOP]

    def row(self):
        loops = [
            f"{n} ({n / BLOCK:.1f})" if BY_BLOCKS.match(self.name) else str(n)
            for n in self.loops()
        ]
        cells = [
            f"`{self.name}`",
            str(len(self.code)),
            self.found("tensor") or "-",
            str(self.count("tma") or "-"),
            self.widths("load") or "-",
            self.widths("store") or "-",
            self.found("conversions") or "-",
            self.found("local") or "-",
            ", ".join(loops) or "-",
        ]
        return f"| {' | '.join(cells)} |"


def read(text):
    """The kernels of nvdisasm's output, in the order of their names."""
    kernels, current = [], None
    for line in text.splitlines():
        section = re.match(r"\.text\.(\w+):", line)
        if section:
            current = Kernel(section.group(1))
            kernels.append(current)
        elif line.startswith("$") or line.lstrip().startswith(".section"):
            current = None  # a subroutine of the kernel, or another section
        elif current:
            current.add(line)
    return sorted(kernels, key=lambda kernel: kernel.name)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("program", type=pathlib.Path, nargs="?")
    parser.add_argument("--target", default="sm_100a")
    parser.add_argument("--recipe", default="quartet2")
    parser.add_argument("--which", action="store_true")
    args = parser.parse_args()
    nvdisasm = find_nvdisasm()
    if not nvdisasm:
        sys.exit("expects nvdisasm of CUDA or Triton, but found none")
    if args.which:
        print(nvdisasm)
        return
    if not args.program:
        parser.error("expects a program")
    with tempfile.TemporaryDirectory() as folder:
        cubin = os.path.join(folder, "kernels.cubin")
        run(
            ["quartet-compile", str(args.program), "--no-remarks"]
            + [f"--target={args.target}", f"--recipe={args.recipe}"]
            + ["--emit=cubin", "-o", cubin]
        )
        text = run([nvdisasm, "-c", cubin])
    columns = ["kernel", "instructions", "tensor", "TMA", "loads", "stores"]
    columns += ["conversions", "local", "loops"]
    print(f"| {' | '.join(columns)} |")
    print("| --- " * len(columns) + "|")
    for kernel in read(text):
        print(kernel.row())


if __name__ == "__main__":
    main()
