#!/usr/bin/env python3
"""Compile time and memory by the number of layers.

Compiles the training step of a stack of linear layers, forward and backward,
all of whose destinations are the same two tensor.empty, as CSE leaves them, and
prints what each stage takes:

    raise      linalg to nvfp4 (quartet-raise)
    fuse       to fused operations and packed storage (quartet-fuse)
    bufferize  to buffers (quartet-host-bufferize)

with the exponent b of the fit time = a * layers^b. Reading and writing the
program, as bytecode, is part of a stage's time.

    compile_scale.py --build-dir build [--layers=100,200,400,800]
    compile_scale.py --write=N             # print the program and stop
"""

import argparse
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import time

STAGES = {
    "raise": ["--quartet-raise"],
    "fuse": ["--quartet-fuse"],
    "bufferize": ["--quartet-host-bufferize"],
}
TOKENS, WIDTH = 256, 128


def program(layers):
    """y = relu(x W^T) layer by layer, then the gradients of x and all W."""
    act = f"tensor<{TOKENS}x{WIDTH}xbf16>"
    acc = f"tensor<{TOKENS}x{WIDTH}xf32>"
    weight = f"tensor<{WIDTH}x{WIDTH}xbf16>"
    grad = f"tensor<{WIDTH}x{WIDTH}xf32>"
    contract = "linalg.contract indexing_maps ="
    y_maps = "[#mk, #nk, #mn]"
    x_maps = "[#mk, #kn, #mn]"
    w_maps = "[#km, #kn, #mn]"
    elementwise = 'iterator_types = ["parallel", "parallel"]'
    lines = [
        "#mk = affine_map<(m, n, k) -> (m, k)>",
        "#nk = affine_map<(m, n, k) -> (n, k)>",
        "#km = affine_map<(m, n, k) -> (k, m)>",
        "#kn = affine_map<(m, n, k) -> (k, n)>",
        "#mn = affine_map<(m, n, k) -> (m, n)>",
        "#id = affine_map<(m, n) -> (m, n)>",
        f"func.func @step(%x0: {act}, %e{layers}: {act} {{nvfp4.gradient}}",
    ]
    lines += [f"    , %w{i}: {weight} {{nvfp4.param}}" for i in range(layers)]
    results = ", ".join([act] + [grad] * layers)
    lines += [
        f"    ) -> ({results}) {{",
        "  %z = arith.constant 0.0 : f32",
        "  %zb = arith.constant 0.0 : bf16",
        f"  %ea = tensor.empty() : {acc}",
        f"  %eb = tensor.empty() : {act}",
        f"  %ew = tensor.empty() : {grad}",
        f"  %za = linalg.fill ins(%z : f32) outs(%ea : {acc}) -> {acc}",
        f"  %zw = linalg.fill ins(%z : f32) outs(%ew : {grad}) -> {grad}",
    ]
    for i in range(layers):
        lines += [
            f"  %p{i} = {contract} {y_maps} ins(%x{i}, %w{i} : {act}, {weight})"
            f" outs(%za : {acc}) -> {acc}",
            f"  %x{i + 1} = linalg.generic {{indexing_maps = [#id, #id], "
            f"{elementwise}}} ins(%p{i} : {acc}) outs(%eb : {act}) {{",
            "  ^bb0(%a: f32, %o: bf16):",
            "    %r = arith.truncf %a : f32 to bf16",
            "    %m = arith.maximumf %r, %zb : bf16",
            "    linalg.yield %m : bf16",
            f"  }} -> {act}",
        ]
    for i in reversed(range(layers)):
        lines += [
            f"  %g{i} = linalg.generic {{indexing_maps = [#id, #id, #id], "
            f"{elementwise}}} ins(%e{i + 1}, %x{i + 1} : {act}, {act}) "
            f"outs(%eb : {act}) {{",
            "  ^bb0(%a: bf16, %b: bf16, %o: bf16):",
            "    %c = arith.cmpf ogt, %b, %zb : bf16",
            "    %s = arith.select %c, %a, %zb : bf16",
            "    linalg.yield %s : bf16",
            f"  }} -> {act}",
            f"  %d{i} = {contract} {w_maps} ins(%g{i}, %x{i} : {act}, {act}) "
            f"outs(%zw : {grad}) -> {grad}",
            f"  %f{i} = {contract} {x_maps} ins(%g{i}, %w{i} : {act}, {weight})"
            f" outs(%za : {acc}) -> {acc}",
            f"  %e{i} = linalg.generic {{indexing_maps = [#id, #id], "
            f"{elementwise}}} ins(%f{i} : {acc}) outs(%eb : {act}) {{",
            "  ^bb0(%a: f32, %o: bf16):",
            "    %r = arith.truncf %a : f32 to bf16",
            "    linalg.yield %r : bf16",
            f"  }} -> {act}",
        ]
    values = ", ".join(["%e0"] + [f"%d{i}" for i in range(layers)])
    lines += [f"  return {values} : {results}", "}", ""]
    return "\n".join(lines)


def run(command, path):
    """Runs `command`, its output going to `path`: seconds and peak MiB."""
    start = time.monotonic()
    with open(path, "wb") as out, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(command, stdout=out, stderr=errors)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            errors.seek(0)
            sys.exit(f"{command[0]} failed: {errors.read().decode()[-2000:]}")
    return time.monotonic() - start, usage.ru_maxrss / 1024


def fit_exponent(sizes, seconds):
    """The slope of log(seconds) over log(sizes)."""
    x = [math.log(s) for s in sizes]
    y = [math.log(max(s, 1e-9)) for s in seconds]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    spread = sum((a - mean_x) ** 2 for a in x)
    products = ((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=False))
    return sum(products) / spread


def measure(build, layers, folder):
    """Seconds and MiB of each stage."""
    opt = str(build / "bin" / "quartet-opt")
    source = folder / f"{layers}.mlir"
    source.write_text(program(layers))
    times = []
    for stage, options in STAGES.items():
        target = folder / f"{layers}.{stage}.mlirbc"
        command = [opt, str(source), *options, "--emit-bytecode"]
        times.append(run(command, target))
        source = target
    return times


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--build-dir", type=pathlib.Path, default="build")
    parser.add_argument("--layers", default="100,200,400,800")
    parser.add_argument("--write", type=int, metavar="N")
    args = parser.parse_args()
    if args.write:
        print(program(args.write))
        return
    sizes = [int(n) for n in args.layers.split(",")]
    names = "".join(f"{name + ' s':>13}" for name in STAGES)
    print(f"{'layers':>7}{names}{'total s':>13}{'peak MiB':>10}")
    columns = []
    with tempfile.TemporaryDirectory() as folder:
        for layers in sizes:
            stages = measure(args.build_dir, layers, pathlib.Path(folder))
            seconds = [t for t, _ in stages]
            columns.append([*seconds, sum(seconds)])
            peak = max(m for _, m in stages)
            cells = "".join(f"{t:>13.2f}" for t in columns[-1])
            print(f"{layers:>7}{cells}{peak:>10.0f}", flush=True)
    if len(sizes) > 1:
        by_stage = zip(*columns, strict=True)
        exponents = [fit_exponent(sizes, seconds) for seconds in by_stage]
        print(f"{'fit b':>7}" + "".join(f"{b:>13.2f}" for b in exponents))


if __name__ == "__main__":
    main()
