"""Sends NumPy's arrays through a program that returns them."""

import pathlib
import subprocess
import sys

import numpy as np

# MLIR's element type, what to write, and what must come back.
TYPES = [
    ("i1", np.bool_, np.bool_),
    ("i8", np.uint8, np.uint8),
    ("i8", np.int8, np.uint8),
    ("i16", np.int16, np.int16),
    ("i16", np.uint16, np.int16),
    ("i32", np.int32, np.int32),
    ("i32", np.uint32, np.int32),
    ("i64", np.int64, np.int64),
    ("i64", np.uint64, np.int64),
    ("f8E4M3FN", np.uint8, np.uint8),
    ("bf16", np.uint16, np.uint16),
    ("f16", np.float16, np.float16),
    ("f32", np.float32, np.float32),
    ("f64", np.float64, np.float64),
]


def make_cases():
    """Element type, array, format version and the type that comes back."""
    random = np.random.default_rng()
    for element, written, returned in TYPES:
        data = random.integers(0, 256, 24 * 8, np.uint8)
        if written is np.bool_:
            data = data % 2
        array = np.frombuffer(data.tobytes(), written)[:24].reshape(2, 3, 4)
        yield element, array, (1, 0), returned
    array = np.arange(24, dtype=np.float32)
    for version in ((1, 0), (2, 0), (3, 0)):
        fortran = np.asfortranarray(array.reshape(2, 3, 4))
        assert not fortran.flags.c_contiguous
        yield "f32", fortran, version, np.float32
    yield "f32", np.float32(3.5).reshape(()), (1, 0), np.float32
    yield "f32", array[:0].reshape(0, 4), (1, 0), np.float32


def check(folder, cases, dynamic):
    types = []
    command = ["quartet-run", folder / "program.mlir"]
    for i, (element, array, version, _) in enumerate(cases):
        extents = "".join("?x" if dynamic else f"{n}x" for n in array.shape)
        types.append(f"tensor<{extents}{element}>")
        path = folder / f"arg_{i}.npy"
        with open(path, "wb") as file:
            np.lib.format.write_array(file, array, version=version)
        command.append(f"--arg={path}")
    args = ", ".join(f"%a{i}: {t}" for i, t in enumerate(types))
    values = ", ".join(f"%a{i}" for i in range(len(types)))
    types = ", ".join(types)
    (folder / "program.mlir").write_text(
        f"func.func @main({args}) -> ({types}) {{\n"
        f"  return {values} : {types}\n}}\n"
    )
    out = folder / f"out_{dynamic}"
    subprocess.run([*command, f"--out-dir={out}"], check=True)
    for i, (element, array, _, returned) in enumerate(cases):
        result = np.load(out / f"result_{i}.npy", allow_pickle=False)
        assert result.dtype == returned, (element, result.dtype)
        assert result.shape == array.shape, (element, result.shape)
        assert result.tobytes() == array.tobytes(), (element, array.shape)


cases = list(make_cases())
check(pathlib.Path(sys.argv[1]), cases, dynamic=False)
check(pathlib.Path(sys.argv[1]), cases, dynamic=True)
