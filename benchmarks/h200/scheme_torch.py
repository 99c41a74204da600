"""The Quartet II scheme in PyTorch, the peer of the kernels in benchmarks.

Quantizers return packed codes (two to a byte, even index low), E4M3 block
scales and the f32 tensor scale, as the kernels do. The arithmetic follows
docs/Numerics.md in its order, except that random numbers come from torch and
reductions are torch's; so results agree in distribution, not in bytes.

All functions take 2-D tensors whose last dimension is the contraction
dimension, a multiple of 128, and are meant to be given to torch.compile.
"""

import math

import torch

E2M1 = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0)
# 6 / 0.988125: the correction range of backward quantizers.
EDEN_OVERRIDE = 0.988125


def hadamard(n, device, dtype):
    """The n x n Sylvester matrix with entries +-1."""
    h = torch.ones(1, 1, device=device, dtype=dtype)
    while h.shape[0] < n:
        h = torch.cat([torch.cat([h, h], 1), torch.cat([h, -h], 1)], 0)
    return h


def encode_e2m1(v):
    """Codes of `v`, rounded to nearest even and saturated, as uint8."""
    a = v.abs()
    # Midpoints go to the even code.
    code = (
        (a > 0.25).to(torch.uint8)
        + (a >= 0.75)
        + (a > 1.25)
        + (a >= 1.75)
        + (a > 2.5)
        + (a >= 3.5)
        + (a > 5.0)
    )
    return code | (v < 0).to(torch.uint8) << 3


def decode_e2m1(code):
    """f32 values of uint8 codes."""
    table = torch.tensor(
        E2M1 + tuple(-v for v in E2M1), device=code.device, dtype=torch.float32
    )
    return table[code.int()]


def pack(code):
    return code[..., 0::2] | code[..., 1::2] << 4


def unpack(packed):
    return torch.stack([packed & 15, packed >> 4], -1).flatten(-2)


def blocks(x):
    return x.float().unflatten(-1, (-1, 16))


def to_e4m3(x):
    return x.clamp(max=448.0).to(torch.float8_e4m3fn)


def tensor_scale(amax, limit):
    return torch.where(amax > 0, amax / limit, torch.ones_like(amax))


def scaled_codes(b, scale, ts):
    """Codes of blocks `b` under E4M3 scales, and the step of each block."""
    step = (scale.float() * ts).unsqueeze(-1)
    inverse = torch.where(step > 0, 1.0 / step, torch.zeros_like(step))
    return encode_e2m1(b * inverse), step


def quantize_rtn(x):
    """Round to nearest, block maximum to 6."""
    b = blocks(x)
    m = b.abs().amax(-1)
    ts = tensor_scale(m.amax(), 2688.0)
    scale = to_e4m3(m / (6.0 * ts))
    codes, _ = scaled_codes(b, scale, ts)
    return pack(codes.flatten(-2)), scale, ts


def quantize_four_six(x):
    """Four-over-six: the better of block maximum to 6 and to 4."""
    b = blocks(x)
    m = b.abs().amax(-1)
    ts = tensor_scale(m.amax(), 1536.0)
    best = None
    for target in (6.0, 4.0):
        scale = to_e4m3(m / (target * ts))
        codes, step = scaled_codes(b, scale, ts)
        error = (b - decode_e2m1(codes) * step).square().sum(-1)
        if best is None:
            best = scale, codes, error
        else:
            better = error < best[2]
            best = (
                torch.where(better, scale.float(), best[0].float()).to(
                    torch.float8_e4m3fn
                ),
                torch.where(better.unsqueeze(-1), codes, best[1]),
                None,
            )
    return pack(best[1].flatten(-2)), best[0], ts


def stochastic_e4m3(v, noise):
    """E4M3 neighbours of `v` in [0, 448], up with the right probability."""
    # The step of E4M3 at v: 2^-9 below 2^-6, else 2^(exponent - 3).
    exponent = torch.floor(torch.log2(v.clamp(min=2.0**-6)))
    step = torch.exp2(exponent - 3)
    low = torch.floor(v / step)
    up = noise < v / step - low
    return to_e4m3((low + up) * step)


def rotate(x, signs):
    """Unnormalised randomized Hadamard transform over groups of 128, f32."""
    h = hadamard(128, x.device, torch.bfloat16)
    group = (x.to(torch.bfloat16) * signs).unflatten(-1, (-1, 128))
    return (group @ h).float().flatten(-2)


def quantize_eden(x, signs):
    """Rotation and MS-EDEN with correction groups of 16, post hoc."""
    b = blocks(rotate(x, signs))
    z = b.abs().amax(-1) * (EDEN_OVERRIDE / 6.0)
    # Four bits of mantissa, truncated.
    p = (z.view(torch.int32) & ~((1 << 19) - 1)).view(torch.float32)
    inverse = torch.where(p > 0, 1.0 / p, torch.zeros_like(p)).unsqueeze(-1)
    v = b * inverse
    codes = encode_e2m1(v)
    xx = v.square().sum(-1)
    xy = (v * decode_e2m1(codes)).sum(-1)
    ratio = torch.where(xy > 0, xx / xy, torch.ones_like(xx))
    w = (p * ratio).to(torch.bfloat16).float()
    wmax = w.amax()
    ts = torch.where(
        wmax > 0,
        torch.exp2(torch.ceil(torch.log2(wmax / 448.0))),
        torch.ones_like(wmax),
    )
    scale = stochastic_e4m3(w / ts, torch.rand_like(w))
    return pack(codes.flatten(-2)), scale, ts


def dequantize(packed, scale, ts):
    """bf16 values without the tensor scale, which is returned beside them."""
    values = decode_e2m1(unpack(packed)).unflatten(-1, (-1, 16))
    return (values * scale.float().unsqueeze(-1)).flatten(-2).bfloat16(), ts


def requantize_transposed(triple, signs):
    """MS-EDEN of the transpose of a quantized matrix."""
    values, ts = dequantize(*triple)
    packed, scale, again = quantize_eden(values.t().contiguous(), signs)
    return packed, scale, again * ts


def product(a, b, scale=1.0):
    """A B^T of two triples, bf16; the operands are exact in bf16."""
    x, tx = dequantize(*a)
    y, ty = dequantize(*b)
    return ((x @ y.t()).float() * (tx * ty * scale)).bfloat16()


def random_signs(n, device):
    signs = torch.randint(0, 2, (128,), device=device, dtype=torch.int8) * 2 - 1
    return signs.to(torch.bfloat16).repeat(n // 128)


def linear_step(x, w, e):
    """Y, dX and dW of one layer: X [T, K], W [N, K], E [T, N]."""
    xq, wq = quantize_four_six(x), quantize_four_six(w)
    y = product(xq, wq)
    tokens, features = x.shape[0], w.shape[0]
    signs = random_signs(features, x.device)
    dx = product(
        quantize_eden(e, signs), requantize_transposed(wq, signs), 1.0 / 128
    )
    signs = random_signs(tokens, x.device)
    dw = product(
        quantize_eden(e.t().contiguous(), signs),
        requantize_transposed(xq, signs),
        1.0 / 128,
    )
    return y, dx, dw


def relative_error(got, want):
    """||got - want||^2 / ||want||^2 in f64."""
    want = want.double()
    return float((got.double() - want).square().sum() / want.square().sum())


def self_check(device):
    """Errors on N(0,1) against the published ones; returns what is wrong."""
    torch.manual_seed(1)
    x = torch.randn(2048, 2048, device=device).bfloat16()
    wrong = []
    for name, quantizer, expected in (
        ("rtn", quantize_rtn, 9.05e-3),
        ("four_six", quantize_four_six, 7.56e-3),
    ):
        values, ts = dequantize(*quantizer(x))
        error = relative_error(values.float() * ts, x)
        # One draw of 4.2 M elements; the published figures have three digits.
        if not math.isclose(error, expected, rel_tol=0.01):
            wrong.append(f"{name}: {error:.3e}, expected {expected:.3e}")
    signs = random_signs(2048, device)
    values, ts = dequantize(*quantize_eden(x, signs))
    error = relative_error(values.float() * ts, rotate(x, signs))
    if not math.isclose(error, 9.40e-3, rel_tol=0.01):
        wrong.append(f"eden: {error:.3e}, expected 9.40e-3")
    return wrong
