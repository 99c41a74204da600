"""Prints registers, spills and memory of every GEMM kernel configuration.

usage: table.py <work folder> [<chip> ...]
"""

import os
import sys

from gemm import Config, Kernel

WORK = sys.argv[1]
CHIPS = sys.argv[2:] or ["sm_100a", "sm_103a"]
GROUPS = {1: (32, 64, 128, 192, 256), 2: (128, 192, 256)}

print("kernel | chip | registers | spilled bytes | shared bytes")
for chip in CHIPS:
    for group, all_columns in GROUPS.items():
        for columns in all_columns:
            for swap in (0, 1):
                work = os.path.join(WORK, f"{chip}-{group}-{columns}-{swap}")
                os.makedirs(work, exist_ok=True)
                config = Config(
                    group,
                    columns,
                    swap=swap,
                    n=1024,
                    p=1024,
                    element="bf16",
                    accumulate=True,
                    epilogue=True,
                )
                kernel = Kernel(config, work, chip)
                registers, spills = kernel.assemble(chip)
                print(
                    f"{kernel.name} | {chip} | {registers} | {spills} | "
                    f"{kernel.shared}"
                )
