"""Bytes that kernels move through global memory, per element of the matrix.

usage: kernel_bytes.py WORK_DIR KERNELS_MD

Counts on the simulator and prints the table of docs/Kernels.md. Exits with 1 if
a kernel moves more than 1.05 times what it must or the page says otherwise,
with 77 without NumPy.
"""

import re
import sys

try:
    import numpy as np
except ImportError:
    sys.exit(77)

import os

import kernels_agree as agree
from kernel_machine import DTYPES, Machine

# What must be moved: the input once, codes and scales once, and for MS-EDEN the
# corrected scales, two bytes to sixteen elements, out and in again.
INPUT, CODES, SCALES = 2, 1 / 2, 1 / 16
RESULT = CODES + SCALES + 2 * 2 / 16

BACKWARD = "quartet2_backward"


def cases():
    """Name, floor, and a function that adds the operation to a program."""

    def quantize(quantizer, **options):
        def add(p, x, shape):
            agree.quantize(p, quantizer, x, shape, **options)

        return add

    def rotate(directions):
        def add(p, x, shape):
            agree.fused(
                p, "rotate_quantize", BACKWARD, [x], shape, 128, directions
            )

        return add

    yield "K1 + K2: amax, RTN", 2 * INPUT + CODES + SCALES, quantize("rtn")
    yield (
        "K1 + K2: amax, four-over-six",
        2 * INPUT + CODES + SCALES,
        quantize("quartet2_forward"),
    )
    yield (
        "K1 + K2: amax, RTN of the transpose",
        2 * INPUT + CODES + SCALES,
        quantize("rtn", transpose=True),
    )
    yield "K3: rotate + MS-EDEN, row", INPUT + RESULT, rotate("row")
    yield "K3: rotate + MS-EDEN, column", INPUT + RESULT, rotate("col")
    yield "K3: rotate + MS-EDEN, both", INPUT + 2 * RESULT, rotate("both")


def count(texts):
    total = 0
    for text in texts:
        for name in ("global bytes read", "global bytes written"):
            total += int(re.search(rf"{name} +(\d+)", text).group(1))
    return total


def run(program, work):
    os.makedirs(work, exist_ok=True)
    source = os.path.join(work, "main.mlir")
    with open(source, "w") as file:
        file.write(program.text())
    machine = Machine(
        source,
        work,
        [
            "--quartet-host-bufferize",
            "--convert-nvfp4-to-gpu",
            "--canonicalize",
            "--cse",
        ],
    )
    outputs = [
        np.zeros(shape, DTYPES[element])
        for _, _, (shape, element) in program.results
    ]
    return [t for _, t in machine.run([*program.arrays, *outputs])]


def rows_of_table():
    """The floor and what was moved, in bytes per element, by name."""
    work, shape = sys.argv[1], (512, 4096)

    def measure(name, floor, program):
        moved = count(run(program, work)) / (shape[0] * shape[1])
        return name, floor, moved

    for name, floor, add in cases():
        p = agree.Program()
        add(p, p.matrix(shape, special=False), shape)
        yield measure(name, floor, p)
    p = agree.Program()
    names = []
    for size, element in p.triple(*shape, tiled=True):
        array = p.rng.integers(0, 100, size).astype(DTYPES[element])
        names.append(p.argument(array, size, element))
    agree.fused(p, "requantize", BACKWARD, names, shape, 128, "col")
    yield measure("K4: requantize, column", CODES + SCALES + RESULT, p)


def main():
    with open(sys.argv[2]) as file:
        page = file.read().splitlines()
    bad = False
    for name, floor, moved in rows_of_table():
        row = f"| {name} | {floor:.4f} | {moved:.4f} | {moved / floor:.3f} |"
        print(row)
        if row not in page:
            bad = True
            print("  is not in the page")
        if moved > 1.05 * floor:
            bad = True
            print("  is over the floor")
    sys.exit(bad)


if __name__ == "__main__":
    main()
