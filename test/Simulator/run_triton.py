"""Runs matrix products compiled by Triton on the simulator.

usage: run_triton.py QUARTET_SIM WORK_DIR

Compiles on the CPU (triton==3.5.1, no PyTorch) for sm_100 and sm_120, f16,
NVFP4 and MXFP8, several tiles and stage counts, and compares with NumPy. Exits
with 77 without Triton or NumPy.

Triton 3.5 leaves bits 46 to 48 of its shared memory descriptors clear, puts no
proxy fence between cp.async and tcgen05.mma, and no tcgen05.fence between
warps, all against the ISA's text, hence --allow.
"""

import os
import subprocess
import sys

sys.dont_write_bytecode = True

try:
    import numpy as np
    import triton
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource
except ImportError:
    sys.exit(77)

from run_tcgen05 import e4m3, unpack
from triton_kernels import matmul, mxfp8, nvfp4


def compile_kernel(fn, types, tile, capability, path):
    """Writes PTX and returns the bytes of dynamic shared memory."""
    names = fn.arg_names
    signature = dict(zip(names, types + ["constexpr"] * 4, strict=False))
    attributes = {(i,): [["tt.divisibility", 16]] for i in range(len(types))}
    source = ASTSource(
        fn=fn,
        signature=signature,
        attrs=attributes,
        constexprs=dict(zip(names[len(types) :], tile, strict=False)),
    )
    kernel = triton.compile(
        source,
        target=GPUTarget("cuda", capability, 32),
        options={"num_warps": 4},
    )
    with open(path, "w") as file:
        file.write(kernel.asm["ptx"])
    return kernel.metadata.shared


def main():
    sim, work = sys.argv[1:3]
    os.makedirs(work, exist_ok=True)
    os.environ["TRITON_CACHE_DIR"] = os.path.join(work, "cache")
    m, n, k = 256, 128, 512
    rng = np.random.default_rng(5)
    half = [rng.standard_normal((r, k)).astype(np.float16) for r in (m, n)]
    packed = [rng.integers(0, 256, (r, k // 2), dtype=np.uint8) for r in (m, n)]
    scale = [
        rng.integers(0x20, 0x58, (r, k // 16), dtype=np.uint8) for r in (m, n)
    ]
    wide = [
        unpack(p) * np.repeat(e4m3(s), 16, 1)
        for p, s in zip(packed, scale, strict=False)
    ]
    exact = [h.astype(np.float64) for h in half]
    # E4M3 codes of both signs without NaN; scales of 2^-7 to 2^8.
    byte = [
        rng.integers(0, 0x7F, (r, k), dtype=np.uint8)
        | (rng.integers(0, 2, (r, k), dtype=np.uint8) << 7)
        for r in (m, n)
    ]
    power = [
        rng.integers(120, 136, (r, k // 32), dtype=np.uint8) for r in (m, n)
    ]
    scaled = [
        np.where(v & 0x80, -1, 1)
        * e4m3(v & 0x7F)
        * np.repeat(2.0 ** (p.astype(float) - 127), 32, 1)
        for v, p in zip(byte, power, strict=False)
    ]
    f16 = (
        matmul,
        ["*fp16", "*fp16", "*fp32", "i32", "i32", "i32"],
        half,
        exact,
    )
    fp4 = (
        nvfp4,
        ["*u8", "*fp8e4nv", "*u8", "*fp8e4nv", "*fp32", "i32", "i32", "i32"],
        [packed[0], scale[0], packed[1], scale[1]],
        wide,
    )
    fp8 = (
        mxfp8,
        ["*fp8e4nv", "*u8", "*fp8e4nv", "*u8", "*fp32", "i32", "i32", "i32"],
        [byte[0], power[0], byte[1], power[1]],
        scaled,
    )
    cases = [
        ("f16", f16, 100, (128, 128, 64, 3)),
        ("f16", f16, 100, (128, 64, 128, 2)),
        ("f16", f16, 120, (128, 128, 32, 3)),
        ("f16", f16, 120, (64, 64, 64, 1)),
        ("nvfp4", fp4, 100, (128, 128, 128, 3)),
        ("nvfp4", fp4, 100, (128, 128, 256, 2)),
        ("mxfp8", fp8, 100, (128, 128, 128, 2)),
        ("mxfp8", fp8, 100, (128, 64, 256, 1)),
        ("mxfp8", fp8, 120, (128, 128, 64, 2)),
    ]
    failures = 0
    for kind, (fn, types, inputs, values), capability, tile in cases:
        name = f"{kind}_sm{capability}_" + "x".join(map(str, tile))
        ptx, out = f"{work}/{name}.ptx", f"{work}/{name}.npy"
        shared = compile_kernel(fn, types, tile, capability, ptx)
        command = [
            sim,
            ptx,
            "--allow",
            "descriptor-version",
            "--allow",
            "cp-async-fence",
            "--allow",
            "tensor-fence",
            "--grid",
            f"{m // tile[0]},{n // tile[1]}",
            "--block",
            "128",
            "--shared",
            str(shared),
        ]
        for i, array in enumerate(inputs):
            np.save(f"{work}/{name}_{i}.npy", array)
            command += ["--arg", f"buf:{work}/{name}_{i}.npy"]
        command += ["--arg", f"out:float32:{m}x{n}:{out}"]
        for value in (m, n, k):
            command += ["--arg", f"i32:{value}"]
        # Scratch pointers that Triton appends.
        command += ["--arg", "zeros:uint8:16"] * 2
        want = values[0] @ values[1].T
        # Every partial sum is below sum |a||b|, and each of at most k/16
        # instructions rounds once to f32.
        bound = k / 16 * 2.0**-24 * (np.abs(values[0]) @ np.abs(values[1]).T)
        for seed in (0, 1):
            result = subprocess.run(
                command + ["--seed", str(seed)], capture_output=True, text=True
            )
            problem = result.stderr.strip()
            if not result.returncode:
                error = np.abs(np.load(out) - want)
                if not (error <= bound).all():
                    problem = f"error {error.max()}"
            failures += bool(problem)
            print(
                f"{'FAIL' if problem else 'pass'} {name} seed {seed} "
                f"{problem}"
            )
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
