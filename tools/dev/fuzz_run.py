#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs random programs with and without fusion and compares every byte.

    tools/dev/fuzz_run.py --tools build/bin --count 200

The programs are those of fuzz_modules.py, compiled to shared libraries with a
random recipe and called with random arguments. Both libraries must be refused
or neither, no call may end by a signal, and the results must be the same bytes.
Program number N is the same on every machine. The exit code is 1 if one of this
does not hold. Needs NumPy.
"""

import argparse
import collections
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import fuzz_modules
import numpy as np
from fuzz import RECIPES

# How the element types of signatures are written; floats besides bf16 as such.
ARRAYS = {
    "f64": np.float64,
    "f32": np.float32,
    "f16": np.float16,
    "bf16": np.uint16,
    "f8E4M3FN": np.uint8,
    "i1": np.bool_,
    "i8": np.uint8,
    "i32": np.int32,
    "i64": np.int64,
    "index": np.int64,
}
# What quartet-run says about an argument: the MLIR type and the extents.
ARGUMENT = re.compile(r"\w+ \((\w+)\) of shape \(([^)]*)\)")


def run(*command):
    return subprocess.run(
        list(map(str, command)),
        capture_output=True,
        text=True,
        errors="replace",
    )


def make_array(random_numbers, dtype, extents, extent):
    """Values of a few bits, so that no sum depends on its order."""
    shape = [extent if n == "?" else int(n) for n in extents]
    if dtype == "index":
        return np.full(shape, extent, ARRAYS[dtype])
    values = random_numbers.integers(-8, 9, shape) / 4
    if dtype == "bf16":
        bits = np.asarray(values, np.float32).view(np.uint32) >> 16
        return bits.astype(np.uint16)
    if dtype in ("f64", "f32", "f16"):
        return np.asarray(values, ARRAYS[dtype])
    return random_numbers.integers(0, 2, shape).astype(ARRAYS[dtype])


def call(tools, folder, entry, rng):
    """Calls an entry of both libraries: 'same', 'refused' or what is wrong."""
    fused = [tools / "quartet-run", folder / "fused.so", f"--entry={entry}"]
    # Without arguments it says which it wants.
    wanted = run(*fused, "--arg=none", *["--arg=none"] * 64).stderr
    random_numbers = np.random.default_rng(rng.randrange(1 << 32))
    extent = rng.choice((0, 1, 5, 17, 64))
    arguments = [f"--entry={entry}", "--seed=3"]
    for i, (dtype, extents) in enumerate(ARGUMENT.findall(wanted)):
        path = folder / f"{entry}-{i}.npy"
        extents = [n for n in extents.replace(" ", "").split(",") if n]
        np.save(path, make_array(random_numbers, dtype, extents, extent))
        arguments.append(f"--arg={path}")
    out = folder / entry
    done = run(*fused, *arguments[1:], f"--out-dir={out}")
    if done.returncode == 0:
        done = run(
            tools / "quartet-run",
            folder / "plain.so",
            *arguments,
            f"--compare={out}",
        )
        if done.returncode == 0:
            return "same", ""
        return "different" if done.returncode > 0 else "crash", done.stderr
    # Extents may contradict each other, or be more than there is memory for.
    reason = rf"'{entry}' expects that|cannot allocate a (?:result|workspace)"
    if done.returncode == 1 and re.search(reason, done.stderr):
        return "refused", ""
    return "failure" if done.returncode > 0 else "crash", done.stderr


def try_program(tools, number):
    """What happens to a program, its text, and a message."""
    rng = random.Random(f"run/{number}")
    text = fuzz_modules.generate(rng)
    recipe = rng.choice(RECIPES)
    with tempfile.TemporaryDirectory(prefix="quartet-fuzz-") as name:
        folder = pathlib.Path(name)
        source = folder / "program.mlir"
        source.write_text(text)
        compiled = [
            run(
                tools / "quartet-compile",
                source,
                f"--recipe={recipe}",
                "--assume-weights",
                "--no-remarks",
                "--emit=so",
                "-o",
                folder / library,
                *options,
            )
            for library, options in (
                ("fused.so", []),
                ("plain.so", ["--no-fusion"]),
            )
        ]
        codes = {done.returncode for done in compiled}
        if codes != {0}:
            verdict = "refused" if codes == {1} else "different"
            return verdict, text, compiled[0].stderr + compiled[1].stderr
        verdict = "same"
        for entry in re.findall(r"func\.func @(\w+)\(", text):
            verdict, message = call(tools, folder, entry, rng)
            if verdict not in ("same", "refused"):
                return verdict, text, message
    return verdict, text, ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tools", required=True, type=pathlib.Path)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument(
        "--keep", type=pathlib.Path, help="folder for what went wrong"
    )
    args = parser.parse_args()
    counts = collections.Counter()
    for number in range(args.first, args.first + args.count):
        verdict, text, message = try_program(args.tools, number)
        counts[verdict] += 1
        if verdict in ("same", "refused"):
            continue
        print(f"{number}: {verdict}: {message[:200]}")
        if args.keep:
            args.keep.mkdir(parents=True, exist_ok=True)
            (args.keep / f"run-{number}.mlir").write_text(text)
    print(
        f"{args.count} programs: "
        + ", ".join(f"{n} {verdict}" for verdict, n in sorted(counts.items()))
    )
    return 0 if counts["same"] + counts["refused"] == args.count else 1


if __name__ == "__main__":
    sys.exit(main())
