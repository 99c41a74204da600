"""Runs tcgen05_min.mlir on the simulator and compares with NumPy.

usage: run_tcgen05.py QUARTET_SIM LLVM_TOOLS_DIR SOURCE_DIR WORK_DIR

The MLIR file goes through mlir-opt, mlir-translate and llc to PTX for sm_100a.
Every product and the sum of one instruction are exact in double, so D must be
equal to the correctly rounded exact result. Exits with 77 without NumPy.
"""

import os
import subprocess
import sys

try:
    import numpy as np
except ImportError:
    sys.exit(77)

E2M1 = np.array(
    [0, 0.5, 1, 1.5, 2, 3, 4, 6, -0.0, -0.5, -1, -1.5, -2, -3, -4, -6]
)


def e4m3(codes):
    exponent, mantissa = codes >> 3, codes & 7
    normal = (8 + mantissa) * 2.0 ** (exponent.astype(float) - 10)
    return np.where(exponent == 0, mantissa * 2.0**-9, normal)


def unpack(packed):
    """Elements of packed bytes, even index in the low nibble."""
    return np.stack([E2M1[packed & 15], E2M1[packed >> 4]], -1).reshape(
        packed.shape[0], -1
    )


def to_ptx(tools, source, work):
    ptx = os.path.join(work, "tcgen05_min.ptx")
    llvm = subprocess.run(
        [f"{tools}/mlir-opt", source], check=True, capture_output=True
    ).stdout
    llvm = subprocess.run(
        [f"{tools}/mlir-translate", "--mlir-to-llvmir"],
        check=True,
        capture_output=True,
        input=llvm,
    ).stdout
    subprocess.run(
        [
            f"{tools}/llc",
            "-mtriple=nvptx64-nvidia-cuda",
            "-mcpu=sm_100a",
            "-mattr=+ptx90",
            "-O2",
            "-o",
            ptx,
        ],
        check=True,
        input=llvm,
    )
    return ptx


def main():
    sim, tools, source_dir, work = sys.argv[1:5]
    os.makedirs(work, exist_ok=True)
    ptx = to_ptx(
        tools, os.path.join(source_dir, "Inputs", "tcgen05_min.mlir"), work
    )
    rng = np.random.default_rng(12)
    a = rng.integers(0, 256, (128, 32), dtype=np.uint8)
    b = rng.integers(0, 256, (128, 32), dtype=np.uint8)
    # Scales of every exponent, subnormals included; never NaN.
    sf = rng.integers(0, 0x7F, (2, 128, 4), dtype=np.uint8)
    files = []
    for name, value in [("a", a), ("b", b)]:
        np.save(f"{work}/{name}.npy", value)
    for name, value in zip(("sfa", "sfb"), sf, strict=False):
        tiled = np.zeros(512, np.uint8)
        for m in range(128):
            for k in range(4):
                tiled[(m % 32) * 16 + (m // 32) * 4 + k] = value[m, k]
        np.save(f"{work}/{name}.npy", tiled)
    for name in ("a", "b", "sfa", "sfb"):
        files += ["--arg", f"buf:{work}/{name}.npy"]
    xa = unpack(a) * np.repeat(e4m3(sf[0]), 16, 1)
    xb = unpack(b) * np.repeat(e4m3(sf[1]), 16, 1)
    want = (xa @ xb.T).astype(np.float32)
    # Block sums are multiples of 2^-20 below 2^27, so the matrix product is
    # exact in double in any order and `want` is correctly rounded.
    for seed in range(4):
        out = f"{work}/d.npy"
        subprocess.run(
            [sim, ptx, "--seed", str(seed)]
            + files
            + ["--arg", f"out:float32:128x128:{out}"],
            check=True,
        )
        got = np.load(out)
        if not np.array_equal(got, want):
            bad = np.argwhere(got != want)
            print(
                f"seed {seed}: {len(bad)} of {want.size} differ, first at "
                f"{bad[0]}: {got[tuple(bad[0])]} {want[tuple(bad[0])]}"
            )
            sys.exit(1)
    print("pass")


if __name__ == "__main__":
    main()
