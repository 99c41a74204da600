"""Cases of cuda/basic.cu: one block after the other, plain instructions."""

import ml_dtypes
import numpy as np
from case import Case, InOut, Output, rng


def saxpy():
    n = 1000
    x = rng(1).standard_normal(n, dtype=np.float32)
    y = rng(2).standard_normal(n, dtype=np.float32)
    a = np.float32(1.75)
    # nvcc contracts to one fma; float64 holds a*x exactly, and adding y
    # rounds there once more than the kernel: 2^-53 relative, invisible after
    # rounding to 24 bits except at ties, which these inputs do not have.
    want = (float(a) * x.astype(np.float64) + y).astype(np.float32)
    return Case(
        "saxpy",
        "basic.cu",
        "saxpy",
        (4,),
        (256,),
        [("n", n), ("a", a), ("x", x), ("y", InOut(y))],
        {"y": want},
    )


def row_sum():
    rows, n = 5, 3000
    x = rng(3).standard_normal((rows, n), dtype=np.float32)
    want = np.zeros(rows, np.float32)
    for r in range(rows):
        lanes = np.zeros(256, np.float32)
        for i in range(0, n, 256):
            part = x[r, i : i + 256]
            lanes[: len(part)] += part
        lanes = lanes.reshape(8, 32)
        for d in (16, 8, 4, 2, 1):
            lanes = lanes + lanes[:, np.arange(32) ^ d]
        s = lanes[:, 0]
        for d in (4, 2, 1):
            s = s + s[np.arange(8) ^ d]
        want[r] = s[0]
    return Case(
        "row_sum",
        "basic.cu",
        "row_sum",
        (rows,),
        (256,),
        [("n", n), ("x", x), ("y", Output(np.float32, (rows,)))],
        {"y": want},
    )


def collatz():
    n = 300
    want = np.zeros(n, np.int32)
    for i in range(n):
        v, steps = i + 1, 0
        while v != 1:
            v = 3 * v + 1 if v % 2 else v // 2
            steps += 1
        want[i] = steps
    return Case(
        "collatz",
        "basic.cu",
        "collatz",
        (3,),
        (128,),
        [("n", n), ("out", Output(np.int32, (n,)))],
        {"out": want},
    )


def transpose():
    n = 64
    x = rng(4).integers(0, 1 << 30, (n, n), dtype=np.int32)
    return Case(
        "transpose",
        "basic.cu",
        "transpose",
        (2, 2),
        (32, 8),
        [("n", n), ("in", x), ("out", Output(np.int32, (n, n)))],
        {"out": x.T.copy()},
    )


def histogram():
    n = 5000
    x = rng(5).integers(0, 256, n, dtype=np.uint8)
    want = np.bincount(x, minlength=256).astype(np.uint32)
    return Case(
        "histogram",
        "basic.cu",
        "histogram",
        (3,),
        (128,),
        [("n", n), ("in", x), ("out", Output(np.uint32, (256,), zero=True))],
        {"out": want},
    )


def convert():
    special = np.array(
        [
            0,
            -0.0,
            np.inf,
            -np.inf,
            np.nan,
            1,
            -1,
            65504,
            65519.99,
            65520,
            448,
            464,
            465,
            480,
            57344,
            61440,
            1e-8,
            6e-8,
            2.0**-9,
            2.0**-10,
            3e-39,
            1e-45,
            3.4e38,
            2147483648.0,
            -2147483904.0,
            0.5,
            1.5,
            2.5,
        ],
        np.float32,
    )
    # All f16 values and their neighbours: every rounding boundary of f16.
    half = np.arange(0, 0x7C00, 7, dtype=np.uint16).view(np.float16)
    half = half.astype(np.float32)
    mid = (half[:-1] + half[1:]) / np.float32(2)
    rand = rng(6).standard_normal(500, dtype=np.float32) * np.float32(300)
    x = np.concatenate(
        [
            special,
            mid,
            np.nextafter(mid, np.float32(0)),
            -np.nextafter(mid, np.float32(1e9)),
            rand,
        ]
    )
    n = len(x)
    with np.errstate(all="ignore"):
        h = x.astype(np.float16)
        bf = x.astype(ml_dtypes.bfloat16)
        e4 = np.clip(x, -448, 448).astype(ml_dtypes.float8_e4m3fn)
        e5 = np.clip(x, -57344, 57344).astype(ml_dtypes.float8_e5m2)
        finite = np.where(np.isnan(x), 0, x).astype(np.float64)
        s32 = np.clip(np.trunc(finite), -(2.0**31), 2.0**31 - 1)
        back = h.astype(np.float32) + e4.astype(np.float32)

    def bits(a, kind):
        out = a.view(kind).copy()
        return out

    hb, bb = bits(h, np.uint16), bits(bf, np.uint16)
    b4, b5 = bits(e4, np.uint8), bits(e5, np.uint8)
    nan = np.isnan(x)
    # The hardware's NaN.
    hb[nan], bb[nan], b4[nan], b5[nan] = 0x7FFF, 0x7FFF, 0x7F, 0x7F
    return Case(
        "convert",
        "basic.cu",
        "convert",
        ((n + 127) // 128,),
        (128,),
        [
            ("n", n),
            ("x", x),
            ("half", Output(np.uint16, (n,))),
            ("bf16", Output(np.uint16, (n,))),
            ("e4m3", Output(np.uint8, (n,))),
            ("e5m2", Output(np.uint8, (n,))),
            ("s32", Output(np.int32, (n,))),
            ("back", Output(np.float32, (n,))),
        ],
        {
            "half": hb,
            "bf16": bb,
            "e4m3": b4,
            "e5m2": b5,
            "s32": s32.astype(np.int32),
            "back": back,
        },
    )


def integers():
    n = 512
    a = rng(7).integers(0, 1 << 32, n, dtype=np.uint32)
    b = rng(8).integers(0, 1 << 32, n, dtype=np.uint32)
    a[:4] = [0, 1, 0x80000000, 0xFFFFFFFF]
    b[:4] = [0, 0xFFFFFFFF, 0xFFFFFFFF, 0x80000001]
    m32, m64 = 0xFFFFFFFF, 0xFFFFFFFFFFFFFFFF

    def signed(v, bits=32):
        v &= (1 << bits) - 1
        return v - (1 << bits) if v >> (bits - 1) else v

    def cdiv(p, q):
        r = abs(p) // abs(q)
        return -r if (p < 0) != (q < 0) else r

    want = []
    for x, y in zip(a.tolist(), b.tolist(), strict=False):
        y |= 1
        sx, sy = signed(x), signed(y)
        wide = x * y
        r = x // y + x % y * 3
        quotient = cdiv(sx, sy)
        remainder = sx - quotient * sy
        r = (r & m32) ^ ((quotient + remainder) & m32)
        r += (wide >> 32) ^ (wide & m32)
        ffs = (x & -x).bit_length()
        r = (r & m32) * 31 + bin(x).count("1") + (32 - y.bit_length()) * 7
        r += ffs * 5 + int(f"{y:032b}"[::-1], 2)
        n_ = x & 31
        funnel = ((y << 32 | x) << n_ >> 32) & m32
        src = x.to_bytes(4, "little") + y.to_bytes(4, "little")
        perm = int.from_bytes(
            bytes(src[0x5140 >> 4 * i & 7] for i in range(4)), "little"
        )
        r = (r & m32) ^ ((funnel + perm) & m32)
        r += (min(sx, sy) & m32) ^ max(x, y)
        r += (sx * sy) >> 20 & m32
        r = (r & m32) ^ (((x * y >> 32) + (sx * sy >> 32 & m32)) & m32)
        add2 = ((x & 0xFFFF) + y & 0xFFFF) | (
            ((x >> 16) + (y >> 16) & 0xFFFF) << 16
        )
        dp = 17 + sum(
            signed(x >> 8 * i, 8) * signed(y >> 8 * i, 8) for i in range(4)
        )
        r += add2 ^ (dp & m32)
        r += ((x << (y & 31)) & m32) ^ (x >> (y & 31)) ^ (sx >> (y & 31) & m32)
        r = (r & m32) ^ ((wide // (y | 0x100000000) + wide % 1000003) & m32)
        want.append(r & m32)
        assert wide <= m64
    return Case(
        "integers",
        "basic.cu",
        "integers",
        (4,),
        (128,),
        [("n", n), ("a", a), ("b", b), ("out", Output(np.uint32, (n,)))],
        {"out": np.array(want, np.uint32)},
    )


def warp_ops():
    v = rng(9).integers(0, 1 << 32, 32, dtype=np.uint32)
    want = np.zeros((32, 8), np.uint64)
    odd = sum(1 << i for i in range(32) if v[i] & 1)
    for i in range(32):
        want[i, 0] = odd
        want[i, 1] = int((v > 4000000000).any())
        want[i, 2] = int((v > 10).all())
        want[i, 3] = sum(1 << j for j in range(32) if v[j] % 5 == v[i] % 5)
        want[i, 4] = int(v.astype(np.uint64).sum()) & 0xFFFFFFFF
        want[i, 5] = int(v.max())
        up = int(v[i - 3] if i >= 3 else v[i])
        down = int(v[i + 5] if i + 5 < 32 else v[i])
        want[i, 6] = (up + down) & 0xFFFFFFFF
        want[i, 7] = odd if v[i] & 1 else 0
    return Case(
        "warp_ops",
        "basic.cu",
        "warp_ops",
        (1,),
        (32,),
        [("in", v), ("out", Output(np.uint32, (32, 8)))],
        {"out": want.astype(np.uint32)},
    )


def arithmetic():
    from fractions import Fraction

    n = 256
    a = rng(10).standard_normal(n, dtype=np.float32)
    b = rng(11).standard_normal(n, dtype=np.float32)

    def nearest(value, dtype):
        """`value` (a Fraction) rounded to nearest even in `dtype`."""
        guess = np.array(float(value)).astype(dtype)
        best = None
        info = np.uint16 if guess.dtype.itemsize == 2 else np.uint32
        code = int(guess.view(info))
        for c in (code - 1, code, code + 1):
            candidate = np.array(c, info).view(guess.dtype)
            f = float(candidate)
            if f != f or f in (float("inf"), float("-inf")):
                continue
            key = (abs(Fraction(f) - value), c & 1)
            if best is None or key < best[0]:
                best = (key, c)
        return np.array(best[1], info).view(guess.dtype)

    def directed(value, mode):
        f = nearest(value, np.float32)
        exact = Fraction(float(f))
        if mode == "z":
            mode = "d" if value > 0 else "u"
        if mode == "u" and exact < value:
            f = np.nextafter(f, np.float32(np.inf))
        if mode == "d" and exact > value:
            f = np.nextafter(f, np.float32(-np.inf))
        return np.float32(f)

    def fma3(dtype, x, y):
        fx, fy = Fraction(float(x)), Fraction(float(y))
        square = nearest(fy * fy, dtype)
        s = nearest(fx + Fraction(float(square)), dtype)
        return nearest(fx * fy + Fraction(float(s)), dtype)

    h = np.zeros(n, np.uint16)
    bf = np.zeros(n, np.uint16)
    f = np.zeros(n, np.float32)
    for i in range(n):
        h[i] = fma3(
            np.float16, a[i].astype(np.float16), b[i].astype(np.float16)
        ).view(np.uint16)
        bf[i] = fma3(
            ml_dtypes.bfloat16,
            a[i].astype(ml_dtypes.bfloat16),
            b[i].astype(ml_dtypes.bfloat16),
        ).view(np.uint16)
        x, y = Fraction(float(a[i])), Fraction(float(b[i]))
        f[i] = (
            a[i] / b[i]
            + np.sqrt(np.abs(a[i]))
            + directed(x * y + Fraction(3, 2), "z")
            + directed(x + y, "u")
            + directed(x * y, "d")
            + np.float32(1) / b[i]
        )
    d = a.astype(np.float64) / b + np.sqrt(np.abs(b).astype(np.float64))
    d = d + (a.astype(np.float64) * b + 3.25)
    # The product of two f32 is exact in float64 and the kernel's fma rounds
    # the sum once: the same as here.
    return Case(
        "arithmetic",
        "basic.cu",
        "arithmetic",
        (2,),
        (128,),
        [
            ("n", n),
            ("a", a),
            ("b", b),
            ("h", Output(np.uint16, (n,))),
            ("bf", Output(np.uint16, (n,))),
            ("f", Output(np.float32, (n,))),
            ("d", Output(np.float64, (n,))),
        ],
        {"h": h, "bf": bf, "f": f, "d": d},
    )
