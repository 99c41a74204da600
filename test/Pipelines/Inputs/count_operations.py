"""Operations after every stage are linear in the number of layers.

    count_operations.py BENCHMARK

Compiles stacks of 4, 8 and 16 layers, as benchmarks/compile_scale.py writes
them, and prints for every stage the operations that a layer adds.
"""

import collections
import re
import subprocess
import sys

PIPELINES = {
    "raised": ["--quartet-raise"],
    "fused": ["--quartet-raise", "--quartet-fuse"],
    "bufferized": [
        "--quartet-raise",
        "--quartet-fuse",
        "--quartet-host-bufferize",
    ],
}
SIZES = (4, 8, 16)
OPERATION = re.compile(r'^\s*(?:%[^=]*= )?"?([a-z_0-9]+\.[a-z_0-9.]+)')


def count(layers, options):
    """Operations by name."""
    source = subprocess.run(
        [sys.executable, sys.argv[1], f"--write={layers}"],
        check=True,
        capture_output=True,
    ).stdout
    text = subprocess.run(
        ["quartet-opt", "-", *options],
        input=source,
        check=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ).stdout.decode()
    matches = map(OPERATION.match, text.splitlines())
    return collections.Counter(m.group(1) for m in matches if m)


def main():
    for stage, options in PIPELINES.items():
        small, middle, large = (count(n, options) for n in SIZES)
        for name in sorted(set(small) | set(middle) | set(large)):
            first = (middle[name] - small[name]) / (SIZES[1] - SIZES[0])
            second = (large[name] - middle[name]) / (SIZES[2] - SIZES[1])
            if first != second:
                sys.exit(f"{stage}: {name} is not linear in the layers")
            if first:
                print(f"{stage}: {first:g} {name}")


main()
