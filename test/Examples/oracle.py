# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A second model of the recipes, written for statistics and not for bits.

It shares no text with the compiler: whole-matrix NumPy arithmetic, NumPy's
random generator, a dense Hadamard matrix, nearest codes found by searching
tables. Scales and quotients of the nearest quantizers are f32 in the specified
order, since that decides on which side exact ties fall; the rest is f64. Two
implementations that agree on the error of every result on real data, within the
sampling error, agree on what the recipe is.

A quantizer returns (value, ts): the matrix it stands for is value * ts.
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
    amax = np.float32(np.abs(x).max())
    return amax / np.float32(top) if amax else np.float32(1)


def block_scale(m, multiple, ts):
    """The E4M3 scale that makes the block maximum m the given multiple."""
    return nearest_even(
        E4M3, m.astype(np.float32) / (np.float32(multiple) * ts)
    )


def rounded(x, c, ts, rng=None):
    """Elements of x in units of c * ts, nearest or stochastic, times c."""
    step = c.astype(np.float32) * ts
    reciprocal = safe_div(np.float32(1), step).astype(np.float32)
    ratio = np.abs(x.astype(np.float32) * reciprocal[..., None])
    if rng is None:
        code = nearest_even(E2M1, ratio)
    else:
        code = stochastic(E2M1, ratio, rng)
    return np.copysign(code, x) * c[..., None]


def rtn(x, rng=None, tile=1, override=1.0):
    """Round to nearest, or element-wise stochastic when rng is given.

    With tile = 16, 16 x 16 elements share a scale.
    """
    multiple = 6 / override
    ts = tensor_scale(x, 448 * multiple)
    v = blocks(pad(x, 16))
    m = np.abs(v).max(-1)
    if tile > 1:
        rows = np.pad(m, ((0, -len(m) % tile), (0, 0)))
        m = rows.reshape(-1, tile, m.shape[1]).max(1).repeat(tile, 0)[: len(m)]
    value = rounded(v, block_scale(m, multiple, ts), ts, rng)
    return value.reshape(len(x), -1)[:, : x.shape[1]], ts


def four_over_six(x):
    """The block maximum becomes 6 or 4, whichever has less squared error."""
    ts = tensor_scale(x, 256 * 6)
    v = blocks(pad(x, 16))
    m = np.abs(v).max(-1)
    six = rounded(v, block_scale(m, 6, ts), ts)
    four = rounded(v, block_scale(m, 4, ts), ts)
    error_six = ((v - six * ts) ** 2).sum(-1)
    error_four = ((v - four * ts) ** 2).sum(-1)
    value = np.where((error_four < error_six)[..., None], four, six)
    return value.reshape(len(x), -1)[:, : x.shape[1]], ts


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
    value = q * stochastic(E4M3, w / ts, rng)[..., None]
    return value.reshape(y.shape), ts


def signs(rng, group):
    return rng.integers(0, 2, group) * 2.0 - 1.0


def forward(recipe, x, w):
    """The quantized operands of Y = X W^T."""
    if recipe == "quartet2":
        return four_over_six(x), four_over_six(w)
    return rtn(x), rtn(w, tile=16 if recipe == "nvidia" else 1)


def step(recipe, x, w, e, rng):
    """(Y, dX, dW) of one layer, Y = X W^T, dX = E W, dW = E^T X."""
    (xq, x_scale), (wq, w_scale) = forward(recipe, x, w)
    y = (xq @ wq.T) * float(x_scale) * float(w_scale)
    if recipe == "nvidia":
        right_dx, right_dw = (w.T, 1), (x.T, 1)
    else:
        right_dx, right_dw = (wq.T, w_scale), (xq.T, x_scale)

    def product(left, right, group, quantize_left, quantize_right):
        s = signs(rng, group) if group else np.ones(1)
        a, a_scale = quantize_left(rotate(left, s))
        b, b_scale = quantize_right(rotate(right[0], s))
        return (a @ b.T) * float(a_scale) * float(b_scale) * float(right[1])

    def eden(v):
        return ms_eden(v, rng)

    def noisy(v):
        return rtn(v, rng, override=17 / 16)

    def tiles(v):
        return rtn(v, tile=16)

    for_dx, for_dw = {
        "quartet2": ((128, eden, eden), (128, eden, eden)),
        "rtn": ((0, rtn, rtn), (0, rtn, rtn)),
        "sr": ((0, noisy, noisy), (0, noisy, noisy)),
        "tetrajet2": ((32, noisy, noisy), (32, noisy, noisy)),
        "nvidia": ((0, noisy, tiles), (16, noisy, rtn)),
    }[recipe]
    return y, product(e, right_dx, *for_dx), product(e.T, right_dw, *for_dw)


def targets(recipe, x, w, e):
    """What dX and dW of a recipe estimate."""
    (xq, x_scale), (wq, w_scale) = forward(recipe, x, w)
    dx = (e @ wq) * float(w_scale)
    return dx, e.T @ x if recipe == "nvidia" else (e.T @ xq) * float(x_scale)
