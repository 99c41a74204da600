"""Runs every configuration of the GEMM kernel on the strict simulator.

usage: run.py <work folder>
"""

import os
import sys

from gemm import Config, Kernel

WORK = sys.argv[1]
GROUPS = {1: (32, 64, 128, 192, 256), 2: (128, 192, 256)}

# Sizes (M, N, P): one row and one column; one tile with a tail in each
# dimension; several tiles per block in both dimensions, K not whole tiles.
SIZES = [(1, 1, 32), (100, 77, 352), (300, 385, 1056)]


def cases():
    for group, all_columns in GROUPS.items():
        for columns in all_columns:
            yield Config(group, columns), SIZES, 1
            # Vectors of columns, and all that an epilogue can do.
            yield (
                Config(
                    group,
                    columns,
                    n=296,
                    element="bf16",
                    accumulate=True,
                    epilogue=True,
                    scale_log2=-3,
                ),
                [(1, 296, 544), (270, 296, 800)],
                1,
            )
    # M in the columns of the matrix unit.
    for columns in (32, 64, 256):
        yield (
            Config(
                1,
                columns,
                swap=1,
                element="f16",
                accumulate=True,
                epilogue=True,
            ),
            [(1, 200, 544), (70, 300, 288)],
            1,
        )
    yield Config(2, 128, swap=1), [(70, 300, 288)], 1
    # A batch; P = 0 leaves the epilogue alone; static P.
    yield Config(1, 192, batched=True, epilogue=True), [(70, 200, 96)], 3
    yield Config(2, 256, batched=True), [(260, 40, 288)], 2
    yield Config(1, 128, n=64, p=512), [(130, 64, 512)], 1


failed = False
for number, (config, sizes, batch) in enumerate(cases()):
    work = os.path.join(WORK, str(number))
    os.makedirs(work, exist_ok=True)
    kernel = Kernel(config, work)
    for seed, (m, n, p) in enumerate(sizes):
        # Blocks for less than all tiles: each computes several.
        problem = kernel.launch(m, n, p, batch, blocks=4, seed=seed)
        if problem:
            failed = True
            print(f"FAIL {config}, {m} x {n} x {p}: {problem}")
if not failed:
    print("all products agree")
