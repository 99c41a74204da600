"""Builds everything that run.py needs on a machine with an H200.

usage: build.py OUT_DIR [--build=BUILD_DIR] [--only=check|kernels|layers|train]
                [--quick]

OUT_DIR then holds programs for sm_90a, results of the host for comparison, the
run-time library, the Python package and the scripts; it needs neither LLVM nor
this repository where it is copied to. With --quick the checks have one shape.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

import numpy as np
import programs

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]


def compile_program(build, text, out, target, *options):
    """Compiles MLIR text to the shared library `out`."""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as source:
        source.write(text)
        source.flush()
        subprocess.run(
            [
                build / "bin" / "quartet-compile",
                source.name,
                f"--target={target}",
                "--emit=so",
                "--no-remarks",
                "-o",
                out,
                *options,
            ],
            check=True,
        )
    print(f"{out.name}: {out.stat().st_size / 2**20:.2f} MiB", flush=True)


def make_matrix(rng, shape):
    """bf16 bits: normal values, values that are ties, and blocks of zeros."""
    values = rng.standard_normal(shape).astype(np.float32)
    grid = (rng.integers(-24, 25, shape) / 4).astype(np.float32)
    values = np.where(rng.random(shape) < 0.3, grid, values)
    values[rng.random(shape[0]) < 0.1, :16] = 0
    return (values.view(np.uint32) >> 16).astype(np.uint16)


def record_kernels(program, shapes):
    """Arguments and results of every kernel at every shape on the host, as
    arrays called kernel/shape/arg0, .../out0."""
    rng = np.random.default_rng(1)
    record = {}
    seed = np.array(0x0123456789ABCDEF, np.int64)
    for rows, columns in shapes:
        suffix = f"{rows}x{columns}"
        x = make_matrix(rng, (rows, columns))
        amax = program[f"amax_{suffix}"](x)
        saved = program[f"rtn_{suffix}"](x, amax)
        for name in programs.KERNELS:
            arguments = {
                "amax": (x,),
                "rtn": (x, amax),
                "four_six": (x, amax),
                "sr": (x, amax, seed),
                "requantize": (*saved, seed),
            }.get(name, (x, seed))
            results = program[f"{name}_{suffix}"](*arguments)
            if not isinstance(results, tuple):
                results = (results,)
            for i, array in enumerate(arguments):
                record[f"{name}/{suffix}/arg{i}"] = array
            for i, array in enumerate(results):
                record[f"{name}/{suffix}/out{i}"] = array
    return record


def record_layer(program, _):
    tokens, n, k = programs.CHECK_LAYER
    rng = np.random.default_rng(2)
    arguments = [
        make_matrix(rng, shape) for shape in ((tokens, k), (n, k), (tokens, n))
    ]
    arguments.append(np.array(42, np.int64))
    results = program["layer"](*arguments)
    record = {f"arg{i}": array for i, array in enumerate(arguments)}
    record |= {f"out{i}": array for i, array in enumerate(results)}
    return record


def build_checks(options):
    import quartet

    build, out = options.build, options.out
    shapes = programs.CHECK_SHAPES
    if options.quick:
        shapes = shapes[1:2]
    kernels = "".join(
        text for shape in shapes for text in programs.kernels(*shape).values()
    )
    layer = programs.layer(*programs.CHECK_LAYER)
    for name, text, record in (
        ("check_kernels", kernels, record_kernels),
        ("check_layer", layer, record_layer),
    ):
        compile_program(build, text, out / f"{name}.so", "sm_90a")
        with tempfile.TemporaryDirectory() as folder:
            host = pathlib.Path(folder) / "host.so"
            compile_program(build, text, host, "host")
            np.savez_compressed(
                out / f"{name}.npz", **record(quartet.load(host), shapes)
            )


def build_kernels(options):
    text = "".join(programs.kernels(programs.TOKENS, programs.WIDTH).values())
    compile_program(options.build, text, options.out / "kernels.so", "sm_90a")


def build_layers(options):
    for n, k in programs.LAYERS:
        text = programs.layer(programs.TOKENS, n, k)
        compile_program(
            options.build, text, options.out / f"layer_{n}x{k}.so", "sm_90a"
        )


def build_train(options):
    """Layers of train.py."""
    text = "".join(
        programs.linear(programs.TRAIN_TOKENS, n, k)
        for n, k in programs.TRAIN_LAYERS
    )
    for recipe in ("quartet2", "nvidia", "sr"):
        out = options.out / f"{recipe}.so"
        compile_program(
            options.build, text, out, "sm_90a", f"--recipe={recipe}"
        )


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1])
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    steps = {
        "check": build_checks,
        "kernels": build_kernels,
        "layers": build_layers,
        "train": build_train,
    }
    parser.add_argument("--only", choices=steps)
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    sys.path.insert(0, str(ROOT / "python"))
    options.out.mkdir(parents=True, exist_ok=True)
    shutil.copy(options.build / "lib" / "libquartet_runtime.so", options.out)
    shutil.copytree(
        ROOT / "python" / "quartet",
        options.out / "quartet",
        dirs_exist_ok=True,
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    for script in HERE.glob("*.py"):
        shutil.copy(script, options.out)
    for name, step in steps.items():
        if options.only in (None, name):
            step(options)
    total = sum(f.stat().st_size for f in options.out.rglob("*"))
    print(f"{options.out}: {total / 2**20:.1f} MiB")


if __name__ == "__main__":
    main()
