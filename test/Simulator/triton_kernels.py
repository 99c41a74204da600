"""Matrix products written in Triton: f16, NVFP4 and MXFP8.

D = A B^T with extents that are multiples of the tile BM x BN x BK. NVFP4 has
two codes to a byte and a scale per 16 elements, MXFP8 a scale per 32.
"""

import triton
import triton.language as tl


@triton.jit
def matmul(
    a,
    b,
    c,
    M,
    N,
    K,
    BM: tl.constexpr,
    BN: tl.constexpr,
    BK: tl.constexpr,
    STAGES: tl.constexpr,
):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    pa = a + rm[:, None] * K + rk[None, :]
    pb = b + rn[None, :] * K + rk[:, None]
    acc = tl.zeros((BM, BN), tl.float32)
    for _ in tl.range(0, K, BK, num_stages=STAGES):
        acc = tl.dot(tl.load(pa), tl.load(pb), acc)
        pa += BK
        pb += BK
    tl.store(c + rm[:, None] * N + rn[None, :], acc)


@triton.jit
def nvfp4(
    a,
    sa,
    b,
    sb,
    c,
    M,
    N,
    K,
    BM: tl.constexpr,
    BN: tl.constexpr,
    BK: tl.constexpr,
    STAGES: tl.constexpr,
):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK // 2)
    rs = tl.arange(0, BK // 16)
    pa = a + rm[:, None] * (K // 2) + rk[None, :]
    pb = b + rn[None, :] * (K // 2) + rk[:, None]
    psa = sa + rm[:, None] * (K // 16) + rs[None, :]
    psb = sb + rn[:, None] * (K // 16) + rs[None, :]
    acc = tl.zeros((BM, BN), tl.float32)
    for _ in tl.range(0, K, BK, num_stages=STAGES):
        acc = tl.dot_scaled(
            tl.load(pa),
            tl.load(psa),
            "e2m1",
            tl.load(pb),
            tl.load(psb),
            "e2m1",
            acc,
        )
        pa += BK // 2
        pb += BK // 2
        psa += BK // 16
        psb += BK // 16
    tl.store(c + rm[:, None] * N + rn[None, :], acc)


@triton.jit
def mxfp8(
    a,
    sa,
    b,
    sb,
    c,
    M,
    N,
    K,
    BM: tl.constexpr,
    BN: tl.constexpr,
    BK: tl.constexpr,
    STAGES: tl.constexpr,
):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    rs = tl.arange(0, BK // 32)
    pa = a + rm[:, None] * K + rk[None, :]
    pb = b + rn[None, :] * K + rk[:, None]
    psa = sa + rm[:, None] * (K // 32) + rs[None, :]
    psb = sb + rn[:, None] * (K // 32) + rs[None, :]
    acc = tl.zeros((BM, BN), tl.float32)
    for _ in tl.range(0, K, BK, num_stages=STAGES):
        acc = tl.dot_scaled(
            tl.load(pa),
            tl.load(psa),
            "e4m3",
            tl.load(pb),
            tl.load(psb),
            "e4m3",
            acc,
        )
        pa += BK
        pb += BK
        psa += BK // 32
        psb += BK // 32
    tl.store(c + rm[:, None] * N + rn[None, :], acc)
