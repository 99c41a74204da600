"""Compiles single operations outside the nvfp4 dialect for a GPU target, runs
their kernels in the simulator and compares them with NumPy.

usage: rest_of_graph.py <target> <working folder>

Comparisons are exact, in the order of operations that the kernels document.
Functions such as exp are polynomials; their error bound is checked instead.
"""

import pathlib
import re
import subprocess
import sys

import numpy as np

TARGET = sys.argv[1]
FOLDER = pathlib.Path(sys.argv[2])
THREADS = 256
LANES = 32
RNG = np.random.default_rng(7)


def run(*command):
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{result.stderr}")


def compile_kernel(name, signature, body, fused):
    """PTX file and name of the only kernel of a function. `fused`: the program
    itself asks for fused multiply-adds."""
    source = FOLDER / f"{name}.mlir"
    source.write_text(f"func.func @f({signature}) {{\n{body}\nreturn\n}}\n")
    ptx = FOLDER / f"{name}.ptx"
    run(
        "quartet-compile", source, f"--target={TARGET}", "--emit=ptx",
        "--no-remarks", "-o", ptx,
    )  # fmt: skip
    text = ptx.read_text()
    for bad in [".approx", ".ftz", ".extern"] + ([] if fused else ["fma."]):
        if bad in text:
            sys.exit(f"{name}: expects PTX without {bad}, but got some")
    return ptx, re.search(r"\.entry (\w+)", text).group(1)


def launch(name, signature, body, args, out, per_block=THREADS, fused=False):
    """What the kernel leaves in `out`, an array among `args`. A block makes
    `per_block` results."""
    ptx, kernel = compile_kernel(name, signature, body, fused)
    command = ["quartet-sim", ptx, "--kernel", kernel]
    command += ["--grid", str(-(-out.size // per_block))]
    for index, arg in enumerate(args):
        if isinstance(arg, np.ndarray):
            path = FOLDER / f"{name}.{index}.npy"
            np.save(path, arg)
            target = f":{FOLDER}/{name}.out.npy" if arg is out else ""
            arg = f"buf:{path}{target}"
        command += ["--arg", arg]
    run(*command)
    return np.load(FOLDER / f"{name}.out.npy")


def compare(name, got, expected):
    expected = np.asarray(expected, got.dtype)
    if got.tobytes() != expected.tobytes():
        wrong = np.flatnonzero(got.ravel() != expected.ravel())[:4]
        sys.exit(
            f"{name}: at {wrong} expects {expected.ravel()[wrong]}, but got "
            f"{got.ravel()[wrong]}"
        )
    print(f"{name}: equal")


def generic(maps, kinds, ins, outs, payload):
    maps = ", ".join(f"affine_map<{m}>" for m in maps)
    kinds = ", ".join(f'"{k}"' for k in kinds)
    return (
        f"linalg.generic {{indexing_maps = [{maps}], iterator_types = "
        f"[{kinds}]}} ins({ins}) outs({outs}) {{\n{payload}\n}}"
    )


def to_bf16(x):
    """Nearest even, as the bits of bf16; there are no NaNs here."""
    bits = x.astype(np.float32).view(np.uint32)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)


def from_bf16(bits):
    return (bits.astype(np.uint32) << 16).view(np.float32)


def elementwise():
    """2.7 x + bias in two roundings, rows known at run time."""
    rows, cols = 37, 96
    x = to_bf16(RNG.standard_normal((rows, cols)))
    bias = RNG.standard_normal(cols).astype(np.float32)
    y = np.zeros((rows, cols), np.float32)
    got = launch(
        "elementwise",
        f"%x: memref<?x{cols}xbf16>, %b: memref<{cols}xf32>, "
        f"%y: memref<?x{cols}xf32> {{quartet.inout}}",
        generic(
            ["(i, j) -> (i, j)", "(i, j) -> (j)", "(i, j) -> (i, j)"],
            ["parallel", "parallel"],
            f"%x, %b : memref<?x{cols}xbf16>, memref<{cols}xf32>",
            f"%y : memref<?x{cols}xf32>",
            "^bb0(%a: bf16, %c: f32, %o: f32):\n"
            "%f = arith.extf %a : bf16 to f32\n"
            "%k = arith.constant 2.7 : f32\n"
            "%s = arith.mulf %f, %k : f32\n"
            "%t = arith.addf %s, %c : f32\n"
            "linalg.yield %t : f32",
        ),
        [x, f"i64:{rows}", bias, y, f"i64:{rows}"],
        y,
    )
    compare("elementwise", got, from_bf16(x) * np.float32(2.7) + bias)


def narrow():
    """bf16 arithmetic: rounded after each operation, as the host does."""
    n = 1000
    x, z = (to_bf16(RNG.standard_normal(n)) for _ in range(2))
    y = np.zeros(n, np.uint16)
    i = "(i) -> (i)"
    got = launch(
        "narrow",
        f"%x: memref<{n}xbf16>, %z: memref<{n}xbf16>, "
        f"%y: memref<{n}xbf16> {{quartet.inout}}",
        generic(
            [i, i, i],
            ["parallel"],
            f"%x, %z : memref<{n}xbf16>, memref<{n}xbf16>",
            f"%y : memref<{n}xbf16>",
            "^bb0(%a: bf16, %c: bf16, %o: bf16):\n"
            "%s = arith.mulf %a, %c : bf16\n"
            "%t = arith.addf %s, %c : bf16\n"
            "linalg.yield %t : bf16",
        ),
        [x, z, y],
        y,
    )
    product = from_bf16(to_bf16(from_bf16(x) * from_bf16(z)))
    compare("narrow", got, to_bf16(product + from_bf16(z)))


def row_sums():
    """A warp per row: 32 partial sums, then a butterfly, then the old value."""
    rows, cols = 21, 70
    x = RNG.standard_normal((rows, cols)).astype(np.float32)
    y = RNG.standard_normal(rows).astype(np.float32)
    got = launch(
        "row_sums",
        f"%x: memref<{rows}x{cols}xf32>, "
        f"%y: memref<{rows}xf32> {{quartet.inout}}",
        generic(
            ["(i, j) -> (i, j)", "(i, j) -> (i)"],
            ["parallel", "reduction"],
            f"%x : memref<{rows}x{cols}xf32>",
            f"%y : memref<{rows}xf32>",
            "^bb0(%a: f32, %o: f32):\n"
            "%s = arith.addf %o, %a : f32\n"
            "linalg.yield %s : f32",
        ),
        [x, y],
        y,
        THREADS // LANES,
    )
    lanes = np.zeros((rows, LANES), np.float32)
    for j in range(cols):
        lanes[:, j % LANES] += x[:, j]
    distance = LANES // 2
    while distance:
        lanes = lanes + lanes[:, np.arange(LANES) ^ distance]
        distance //= 2
    compare("row_sums", got, y + lanes[:, 0])


def column_maxima():
    """A thread per column."""
    rows, cols = 19, 300
    x = RNG.standard_normal((rows, cols)).astype(np.float32)
    y = np.full(cols, -np.inf, np.float32)
    got = launch(
        "column_maxima",
        f"%x: memref<{rows}x{cols}xf32>, "
        f"%y: memref<{cols}xf32> {{quartet.inout}}",
        generic(
            ["(i, j) -> (i, j)", "(i, j) -> (j)"],
            ["reduction", "parallel"],
            f"%x : memref<{rows}x{cols}xf32>",
            f"%y : memref<{cols}xf32>",
            "^bb0(%a: f32, %o: f32):\n"
            "%s = arith.maximumf %o, %a : f32\n"
            "linalg.yield %s : f32",
        ),
        [x, y],
        y,
    )
    compare("column_maxima", got, x.max(0))


def product():
    """A contraction outside the recipe: k in order, two roundings a step."""
    m, n, k = 20, 33, 17
    a = RNG.standard_normal((m, k)).astype(np.float32)
    b = RNG.standard_normal((k, n)).astype(np.float32)
    c = np.zeros((m, n), np.float32)
    got = launch(
        "product",
        f"%a: memref<{m}x{k}xf32>, %b: memref<{k}x{n}xf32>, "
        f"%c: memref<{m}x{n}xf32> {{quartet.inout}}",
        f"linalg.matmul ins(%a, %b : memref<{m}x{k}xf32>, "
        f"memref<{k}x{n}xf32>) outs(%c : memref<{m}x{n}xf32>)",
        [a, b, c],
        c,
    )
    expected = c.copy()
    for i in range(k):
        expected += a[:, i : i + 1] * b[i]
    compare("product", got, expected)


def lookup():
    """Rows of a table by index, through a transposed view."""
    tokens, width = 40, 24
    table = RNG.standard_normal((width, 50)).astype(np.float32)
    index = RNG.integers(0, 50, tokens)
    y = np.zeros((tokens, width), np.float32)
    got = launch(
        "lookup",
        f"%t: memref<{width}x50xf32>, %i: memref<{tokens}xi64>, "
        f"%y: memref<{tokens}x{width}xf32> {{quartet.inout}}",
        f"%v = memref.transpose %t (i, j) -> (j, i) : memref<{width}x50xf32> "
        f"to memref<50x{width}xf32, strided<[1, 50]>>\n"
        + generic(
            ["(i, j) -> (i)", "(i, j) -> (i, j)"],
            ["parallel", "parallel"],
            f"%i : memref<{tokens}xi64>",
            f"%y : memref<{tokens}x{width}xf32>",
            "^bb0(%a: i64, %o: f32):\n"
            "%r = arith.index_cast %a : i64 to index\n"
            "%c = linalg.index 1 : index\n"
            f"%e = memref.load %v[%r, %c] : memref<50x{width}xf32, "
            "strided<[1, 50]>>\n"
            "linalg.yield %e : f32",
        ),
        [index, y, table],
        y,
    )
    compare("lookup", got, table.T[index])


def functions():
    """Units in the last place from the function in f64. MLIR documents no
    bounds; these are about twice what the range below shows."""
    n = 512
    x = np.linspace(0.01, 20, n, dtype=np.float32)
    for name, function, bound in (
        ("exp", np.exp, 4),
        ("log", np.log, 4),
        ("tanh", np.tanh, 8),
        ("rsqrt", lambda v: 1 / np.sqrt(v), 2),
        ("sqrt", np.sqrt, 0.5),
    ):
        y = np.zeros(n, np.float32)
        got = launch(
            name,
            f"%x: memref<{n}xf32>, %y: memref<{n}xf32> {{quartet.inout}}",
            generic(
                ["(i) -> (i)", "(i) -> (i)"],
                ["parallel"],
                f"%x : memref<{n}xf32>",
                f"%y : memref<{n}xf32>",
                "^bb0(%a: f32, %o: f32):\n"
                f"%s = math.{name} %a : f32\n"
                "linalg.yield %s : f32",
            ),
            [x, y],
            y,
            fused=True,
        )
        exact = function(x.astype(np.float64))
        ulps = np.abs(got - exact) / np.spacing(np.abs(exact.astype("f4")))
        if not ulps.max() <= bound:
            sys.exit(f"{name}: expects {bound} ulps, but got {ulps.max()}")
        print(f"{name}: at most {ulps.max():.2f} ulps")


elementwise()
narrow()
row_sums()
column_maxima()
product()
lookup()
functions()
