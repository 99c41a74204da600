"""Cases of cuda/async.cu and of the GEMMs: copies, clusters, matrices."""

import numpy as np
from case import Case, Hidden, Map, Output, rng


def cp_async_stages():
    n = 512 * 7
    x = rng(12).standard_normal(n, dtype=np.float32)
    return Case(
        "cp_async_stages",
        "async.cu",
        "cp_async_stages",
        (1,),
        (128,),
        [("n", n), ("x", x), ("y", Output(np.float32, (n,)))],
        {"y": 2 * x},
    )


def bulk_ring():
    tiles = 11
    x = rng(13).integers(-(1 << 20), 1 << 20, (tiles, 4, 64), dtype=np.int32)
    want = x[:, :, ::-1] + np.arange(tiles, dtype=np.int32)[:, None, None]
    return Case(
        "bulk_ring",
        "async.cu",
        "bulk_ring",
        (1,),
        (96,),
        [("tiles", tiles), ("x", x), ("y", Output(np.int32, x.shape))],
        {"y": want},
    )


def tensor_copy(x, y):
    """A box that may leave the 40 x 72 tensor on any side."""
    rows, columns = 40, 72
    source = rng(14).integers(1, 1 << 16, (rows, columns), dtype=np.uint16)
    box = np.zeros((16, 64), np.uint16)
    for r in range(16):
        for c in range(64):
            if 0 <= y + r < rows and 0 <= x + c < columns:
                box[r, c] = source[y + r, x + c]
    # 16-byte chunk c of row r lies at chunk c ^ (r % 8).
    raw = np.zeros_like(box)
    for r in range(16):
        for chunk in range(8):
            to = (chunk ^ (r % 8)) * 8
            raw[r, to : to + 8] = box[r, chunk * 8 : chunk * 8 + 8]
    before = rng(15).integers(0, 1 << 16, (rows, columns), dtype=np.uint16)
    after = before.copy()
    for r in range(16):
        for c in range(64):
            if r + 3 < rows and c + 8 < columns:
                after[r + 3, c + 8] = box[r, c]
    dims = "dims=72x40,box=64x16,bytes=2,swizzle=128"
    name = f"tensor_copy_{x}_{y}"
    return Case(
        name,
        "async.cu",
        "tensor_copy",
        (1,),
        (64,),
        [
            ("src", Hidden(source)),
            ("dst", Hidden(before, True)),
            ("in", Map("src," + dims)),
            ("out", Map("dst," + dims)),
            ("x", x),
            ("y", y),
            ("raw", Output(np.uint16, (16, 64))),
        ],
        {"raw": raw, "dst": after},
    )


def cluster_sum():
    x = rng(16).integers(-1000, 1000, (8, 32), dtype=np.int32)
    want = np.zeros_like(x)
    for b in range(8):
        for r in range(4):
            want[b] += x[b // 4 * 4 + (r ^ (b % 4))] * (r + 1)
    return Case(
        "cluster_sum",
        "async.cu",
        "cluster_sum",
        (8,),
        (32,),
        [("x", x), ("y", Output(np.int32, x.shape))],
        {"y": want},
    )


def mma(kernel, dtype):
    # Small integers: every sum is exact in any order.
    a = rng(17).integers(-8, 9, (16, 16)).astype(dtype)
    b = rng(18).integers(-8, 9, (16, 8)).astype(dtype)
    c = np.array([[1, 2], [3, 4]], np.float32)
    start = np.zeros((16, 8), np.float32)
    for r in range(16):
        for n in range(8):
            start[r, n] = c[r // 8, n % 2]
    want = a.astype(np.float32) @ b.astype(np.float32) + start
    return Case(
        kernel,
        "async.cu",
        kernel,
        (1,),
        (32,),
        [
            ("a", a.view(np.uint16)),
            ("b", b.view(np.uint16)),
            ("d", Output(np.float32, (16, 8))),
        ],
        {"d": want},
    )


E2M1 = np.array(
    [0, 0.5, 1, 1.5, 2, 3, 4, 6, -0.0, -0.5, -1, -1.5, -2, -3, -4, -6]
)


def nvfp4_gemm(m, n, k, pair=False):
    """A whole pipelined GEMM for sm_100a, on single blocks or on pairs."""
    a = rng(19).integers(0, 256, (m, k // 2), dtype=np.uint8)
    b = rng(20).integers(0, 256, (n, k // 2), dtype=np.uint8)
    # Scales of 2^-3 to 2^4.
    sfa = rng(21).integers(0x20, 0x58, (m, k // 16), dtype=np.uint8)
    sfb = rng(22).integers(0x20, 0x58, (n, k // 16), dtype=np.uint8)

    def value(packed, scale):
        codes = np.stack([packed & 15, packed >> 4], -1).reshape(
            len(packed), -1
        )
        s = (8 + (scale & 7)) * 2.0 ** ((scale >> 3).astype(float) - 10)
        return E2M1[codes] * np.repeat(s, 16, 1)

    def tiled(scale):
        r, c = np.indices(scale.shape)
        out = np.zeros(scale.size, np.uint8)
        out[
            ((r // 128) * (scale.shape[1] // 4) + c // 4) * 512
            + r % 32 * 16
            + r % 128 // 32 * 4
            + c % 4
        ] = scale
        return out

    xa, xb = value(a, sfa), value(b, sfb)
    want = xa @ xb.T
    # One rounding to f32 per K step of 64: half an ulp of the largest partial
    # sum each, and sum |a||b| bounds every partial sum.
    bound = (k // 64) * 2.0**-24 * (np.abs(xa) @ np.abs(xb).T).max()
    dims = f"dims={k // 2}x%d,box=128x128,swizzle=128"
    kernel = "nvfp4_pair" if pair else "nvfp4_gemm"
    operands = [
        ("va", Hidden(a)),
        ("vb", Hidden(b)),
        ("a", Map("va," + dims % m)),
        ("b", Map("vb," + dims % n)),
    ]
    if pair:
        sf = f"dims={k}x%d,box=256x1,bytes=8"
        operands += [
            ("vsfa", Hidden(tiled(sfa))),
            ("vsfb", Hidden(tiled(sfb))),
            ("sfa", Map("vsfa," + sf % (m // 128))),
            ("sfb", Map("vsfb," + sf % (n // 128))),
        ]
    else:
        operands += [("sfa", tiled(sfa)), ("sfb", tiled(sfb))]
    return Case(
        f"{kernel}_{m}_{n}_{k}",
        kernel + ".cu",
        kernel,
        (m // 128, n // 256),
        (192,),
        operands + [("d", Output(np.float32, (m, n))), ("n", n), ("k", k)],
        {"d": want},
        {"d": bound},
        shared=3 * (38912 if pair else 55296),
        target="sm_100a",
    )
