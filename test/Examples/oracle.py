# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A second model of the recipes, written for statistics and not for bits.

It shares no text with the compiler: NumPy float64 arithmetic, NumPy's random
generator, a dense Hadamard matrix, nearest codes found by searching tables. Two
implementations that agree on the error of every result on real data, within the
sampling error, agree on what the recipe is. Byte equality is tested elsewhere.

Blocks of 16 run along the last dimension of every matrix given here.
"""

import numpy as np

E2M1 = np.array([0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0])
# The 127 finite non-negative E4M3 values in code order, codes 0x00 to 0x7E.
E4M3 = np.array(
    [m * 2.0**-9 for m in range(8)]
    + [(8 + m) * 2.0 ** (e - 10) for e in range(1, 16) for m in range(8)]
)[:127]


def nearest_even(table, value):
    """The table entry nearest to value >= 0; on a tie the one of even index."""
    high = np.clip(np.searchsorted(table, value), 1, len(table) - 1)
    low = high - 1
    below, above = value - table[low], table[high] - value
    take_high = (above < below) | ((above == below) & (high % 2 == 0))
    return table[np.where(take_high, high, low)]


def stochastic(table, value, rng):
    """One of the two neighbours in the table, so that the mean is value."""
    value = np.minimum(value, table[-1])
    high = np.clip(np.searchsorted(table, value), 1, len(table) - 1)
    low, top = table[high - 1], table[high]
    return np.where(
        rng.random(value.shape) < (value - low) / (top - low), top, low
    )


def pad(x, multiple):
    return np.pad(x, ((0, 0), (0, -x.shape[1] % multiple)))


def blocks(x):
    return x.reshape(x.shape[0], -1, 16)


def safe_div(a, b):
    return np.divide(
        a, b, out=np.zeros(np.broadcast_shapes(a.shape, b.shape)), where=b != 0
    )


def tensor_scale(x, top):
    amax = np.abs(x).max()
    return amax / top if amax else 1.0


def rounded(x, scale, rng=None):
    """Elements of x in units of scale, nearest or stochastic, times scale."""
    ratio = np.abs(safe_div(x, scale))
    code = (
        nearest_even(E2M1, ratio)
        if rng is None
        else stochastic(E2M1, ratio, rng)
    )
    return np.copysign(code, x) * scale


def rtn(x, rng=None, tile=1, override=1.0):
    """Round to nearest, or element-wise stochastic when rng is given.

    With tile = 16, 16 x 16 elements share a scale.
    """
    ts = tensor_scale(x, 448 * 6 / override)
    v = blocks(pad(x, 16))
    m = np.abs(v).max(-1)
    if tile > 1:
        rows = np.pad(m, ((0, -len(m) % tile), (0, 0)))
        m = rows.reshape(-1, tile, m.shape[1]).max(1).repeat(tile, 0)[: len(m)]
    c = nearest_even(E4M3, m * override / (6 * ts))
    return rounded(v, (c * ts)[..., None], rng).reshape(len(x), -1)[
        :, : x.shape[1]
    ]


def four_over_six(x):
    """The block maximum becomes 6 or 4, whichever has less squared error."""
    ts = tensor_scale(x, 256 * 6)
    v = blocks(pad(x, 16))
    m = np.abs(v).max(-1)
    six = rounded(v, (nearest_even(E4M3, m / (6 * ts)) * ts)[..., None])
    four = rounded(v, (nearest_even(E4M3, m / (4 * ts)) * ts)[..., None])
    pick = ((v - four) ** 2).sum(-1) < ((v - six) ** 2).sum(-1)
    return np.where(pick[..., None], four, six).reshape(len(x), -1)[
        :, : x.shape[1]
    ]


def hadamard(n):
    h = np.ones((1, 1))
    while len(h) < n:
        h = np.block([[h, h], [h, -h]])
    return h / np.sqrt(n)


def rotate(x, signs):
    """The randomized Hadamard transform of groups of len(signs) columns."""
    group = len(signs)
    v = pad(x, group).reshape(len(x), -1, group)
    return ((v * signs) @ hadamard(group)).reshape(len(x), -1)


def ms_eden(y, rng):
    """Nearest elements, inner product restored by a stochastic block scale."""
    v = blocks(y)
    p = np.abs(v).max(-1) * (0.93 * 17 / 16 / 6)
    mantissa, exponent = np.frexp(p)
    p = np.ldexp(np.floor(mantissa * 32) / 32, exponent)
    q = np.copysign(nearest_even(E2M1, np.abs(safe_div(v, p[..., None]))), v)
    u = safe_div(v, p[..., None])
    w = p * safe_div((u * u).sum(-1), (u * q).sum(-1))
    top = w.max()
    ts = 2.0 ** np.ceil(np.log2(top / 448)) if top else 1.0
    return (q * (stochastic(E4M3, w / ts, rng) * ts)[..., None]).reshape(
        y.shape
    )


def signs(rng, group):
    return rng.integers(0, 2, group) * 2.0 - 1.0


def sr(x, rng):
    return rtn(x, rng, override=17 / 16)


def transposed_saved(recipe, xq, wq, x, w):
    """The right operands of dX and dW before their own quantization."""
    return (w.T, x.T) if recipe == "nvidia" else (wq.T, xq.T)


def step(recipe, x, w, e, rng):
    """(Y, dX, dW) of one layer, Y = X W^T, dX = E W, dW = E^T X."""
    forward = four_over_six if recipe == "quartet2" else rtn
    xq = forward(x)
    wq = rtn(w, tile=16) if recipe == "nvidia" else forward(w)
    y = xq @ wq.T
    right_dx, right_dw = transposed_saved(recipe, xq, wq, x, w)

    def product(group, left, quantize_left, right, quantize_right):
        s = signs(rng, group) if group else np.ones(1)
        a = quantize_left(rotate(left, s))
        return a @ quantize_right(rotate(right, s)).T

    def eden(v):
        return ms_eden(v, rng)

    def noisy(v):
        return sr(v, rng)

    def tiles(v):
        return rtn(v, tile=16)

    dx, dw = {
        "quartet2": ((128, eden, eden), (128, eden, eden)),
        "rtn": ((0, rtn, rtn), (0, rtn, rtn)),
        "sr": ((0, noisy, noisy), (0, noisy, noisy)),
        "tetrajet2": ((32, noisy, noisy), (32, noisy, noisy)),
        "nvidia": ((0, noisy, tiles), (16, noisy, rtn)),
    }[recipe]
    return (
        y,
        product(dx[0], e, dx[1], right_dx, dx[2]),
        product(dw[0], e.T, dw[1], right_dw, dw[2]),
    )


def targets(recipe, x, w, e):
    """What dX and dW of a recipe estimate."""
    if recipe == "nvidia":
        return e @ rtn(w, tile=16), e.T @ x
    forward = four_over_six if recipe == "quartet2" else rtn
    return e @ forward(w), e.T @ forward(x)
