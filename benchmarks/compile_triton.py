#!/usr/bin/env python3
"""Compile time of one NVFP4 product, against Triton's.

Compiles for sm_100a, in turn, and prints medians and their ratios:

    product   one block-scaled product of packed operands: its kernel of 128 x
              128 tiles by quartet-compile
    layer     examples/linear_step.mlir from linalg: three products and what
              quantizes their operands, by quartet-compile
    triton    one kernel around tl.dot_scaled of 128 x 128 x 256 tiles, NVFP4,
              by Triton (pip install triton==3.5.1; no GPU, no PyTorch)

Triton compiles in a new process with an empty cache. Its time is that which it
reports for its stages, from Python's source to PTX; starting Python, importing
Triton and writing the cache are left out. That of quartet-compile is of the
whole process, from its start to its end. Assembling is given apart, since
compilers bring or find different versions of ptxas: the time of that stage for
Triton, of ptxas alone on the written file for quartet-compile.

    compile_triton.py --build-dir build [--runs=9]
"""

import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
# For these extents the compiler chooses 128 x 128.
M, N, K = 128, 16384, 4096
TILE = (128, 128, 256)


def product():
    """One product on tensors, scales in the layout of tensor cores."""

    def operand(rows):
        return (
            f"tensor<{rows}x{K // 2}xi8>, "
            f"tensor<{rows // 128}x{K // 64}x32x4x4xf8E4M3FN>, tensor<f32>"
        )

    names = [[f"%{side}{i}" for i in range(3)] for side in "ab"]
    sides = [(names[0], operand(M)), (names[1], operand(N))]
    arguments = ", ".join(
        f"{name}: {kind}"
        for side, kinds in sides
        for name, kind in zip(side, kinds.split(", "), strict=True)
    )
    lhs, rhs = (f"({', '.join(side)} : {kinds})" for side, kinds in sides)
    result = f"tensor<{M}x{N}xf32>"
    return (
        f"func.func @product({arguments}) -> {result} {{\n"
        f"  %init = tensor.empty() : {result}\n"
        f"  %d = nvfp4.scaled_matmul lhs{lhs} rhs{rhs} outs(%init : {result})\n"
        f"  return %d : {result}\n}}\n"
    )


def compile_by_triton():
    """Prints the seconds to PTX and of assembling, in a process of its own."""
    import triton
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource

    # The product that the simulator runs in its tests.
    sys.path.insert(0, str(ROOT / "test" / "Simulator"))
    from triton_kernels import nvfp4

    seconds = {}

    def listen(times, **_):
        stages = dict(times.lowering_stages)
        assembling = stages.pop("cubin")
        seconds["ptxas"] = assembling / 1e6
        seconds["ptx"] = (times.ir_initialization + sum(stages.values())) / 1e6

    triton.knobs.compilation.listener = listen
    types = ["*u8", "*fp8e4nv", "*u8", "*fp8e4nv", "*fp32", "i32", "i32", "i32"]
    names = nvfp4.arg_names
    source = ASTSource(
        fn=nvfp4,
        signature=dict(zip(names, types + ["constexpr"] * 4, strict=True)),
        attrs={(i,): [["tt.divisibility", 16]] for i in range(len(types))},
        constexprs=dict(zip(names[len(types) :], (*TILE, 2), strict=True)),
    )
    ptx = triton.compile(
        source,
        target=GPUTarget("cuda", 100, 32),
        options={"num_warps": 4},
    ).asm["ptx"]
    if "kind::mxf4nvf4" not in ptx:
        sys.exit("Triton compiled no block-scaled product")
    print(json.dumps(seconds))


def timed(command):
    start = time.monotonic()
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"{command[0]}: {result.stderr.strip()[-2000:]}")
    return time.monotonic() - start


def time_ours(compiler, source, ptx):
    """Seconds to PTX and of ptxas, if there is one."""
    command = [compiler, source, "--target=sm_100a", "--no-remarks"]
    seconds = {"ptx": timed([*command, "--emit=ptx", "-o", ptx])}
    ptxas = shutil.which("ptxas")
    if ptxas:
        seconds["ptxas"] = timed(
            [ptxas, "-arch=sm_100a", ptx, "-o", os.devnull]
        )
    return seconds


def time_triton(folder):
    with tempfile.TemporaryDirectory(dir=folder) as cache:
        result = subprocess.run(
            [sys.executable, __file__, "--triton"],
            env={**os.environ, "TRITON_CACHE_DIR": cache},
            capture_output=True,
            text=True,
        )
    if result.returncode:
        sys.exit(result.stderr.strip()[-2000:])
    return json.loads(result.stdout)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--build-dir", type=pathlib.Path, default="build")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--triton", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.triton:
        compile_by_triton()
        return
    if args.runs < 1:
        parser.error(f"--runs: expects at least 1, but got {args.runs}")
    compiler = str(args.build_dir / "bin" / "quartet-compile")
    layer = str(ROOT / "examples" / "linear_step.mlir")
    samples = {"triton": [], "product": [], "layer": []}
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "product.mlir")
        source.write_text(product())
        ptx = os.path.join(folder, "out.ptx")
        for _ in range(args.runs):
            samples["triton"].append(time_triton(folder))
            samples["layer"].append(time_ours(compiler, layer, ptx))
            samples["product"].append(time_ours(compiler, str(source), ptx))
            text = pathlib.Path(ptx).read_text()
            if f"nvfp4_gemm_{TILE[0]}x{TILE[1]}_" not in text:
                sys.exit(f"expects a kernel of {TILE[0]} x {TILE[1]} tiles")
    print(f"{'':8} {'to PTX, s':>10} {'/ triton':>9} {'ptxas, s':>9}")
    medians = {}
    for name, runs in samples.items():
        medians[name] = statistics.median(run["ptx"] for run in runs)
        ratio = f"{medians[name] / medians['triton']:.2f}"
        assembling = "-"
        if "ptxas" in runs[0]:
            middle = statistics.median(run["ptxas"] for run in runs)
            assembling = f"{middle:.2f}"
        print(
            f"{name:8} {medians[name]:>10.2f} {ratio:>9} {assembling:>9}",
            flush=True,
        )


if __name__ == "__main__":
    main()
