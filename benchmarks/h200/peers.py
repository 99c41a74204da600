"""Times the peers of the GPU kernels: copies, cuBLAS, and the torch scheme.

usage: peers.py [OUT.json]

Runs on any CUDA GPU with PyTorch. Prints medians in milliseconds, and for every
quantizer the bytes of its floor (docs/Kernels.md) over its time as a share of
the measured copy bandwidth.
"""

import json
import sys

import scheme_torch as scheme
import torch
from triton.testing import do_bench

TOKENS = 32768
LAYERS = ((4096, 4096), (12288, 4096), (22016, 4096), (4096, 11008))


def median_ms(function):
    return do_bench(function, warmup=50, rep=200, return_mode="median")


def copy_bandwidth():
    """Bytes read plus written per second of a 2 GiB device-to-device copy."""
    x = torch.randn(2**30, device="cuda").to(torch.bfloat16)
    y = torch.empty_like(x)
    return 4 * 2**30 / median_ms(lambda: y.copy_(x)) * 1e3


def quantizers(x):
    """Name, function and floor in bytes per element."""
    signs = scheme.random_signs(x.shape[1], "cuda")
    signs_of_rows = scheme.random_signs(x.shape[0], "cuda")
    triple = scheme.quantize_four_six(x)
    return (
        ("amax", lambda: x.abs().amax(), 2.0),
        ("rtn", lambda: scheme.quantize_rtn(x), 4.5625),
        ("four_six", lambda: scheme.quantize_four_six(x), 4.5625),
        ("rotate_eden", lambda: scheme.quantize_eden(x, signs), 2.8125),
        (
            "requantize",
            lambda: scheme.requantize_transposed(triple, signs_of_rows),
            1.375,
        ),
    )


def time_layer(n, k):
    """Forward and backward of one layer, by cuBLAS and by the scheme."""
    x = torch.randn(TOKENS, k, device="cuda").to(torch.bfloat16)
    w = torch.randn(n, k, device="cuda").to(torch.bfloat16) * k**-0.5
    e = torch.randn(TOKENS, n, device="cuda").to(torch.bfloat16)
    step = torch.compile(scheme.linear_step, dynamic=False)
    row = {
        "bf16": median_ms(lambda: (x @ w.t(), e @ w, e.t() @ x)),
        "compiled": median_ms(lambda: step(x, w, e)),
    }
    flops = 6 * TOKENS * n * k
    print(
        f"layer {n}x{k}: cuBLAS bf16 {row['bf16']:.3f} ms "
        f"({flops / row['bf16'] / 1e9:.0f} TFLOP/s), compiled scheme "
        f"{row['compiled'] / row['bf16']:.2f}x of it"
    )
    return row


def main():
    torch.manual_seed(0)
    for problem in scheme.self_check("cuda"):
        sys.exit(f"the torch scheme is wrong: {problem}")
    result = {"gpu": torch.cuda.get_device_name(), "torch": torch.__version__}
    bandwidth = copy_bandwidth()
    result["copy_bytes_per_s"] = bandwidth
    print(f"{result['gpu']}: copy {bandwidth / 1e9:.0f} GB/s")

    x = torch.randn(TOKENS, 4096, device="cuda").to(torch.bfloat16)
    rows = {}
    for name, function, floor in quantizers(x):
        compiled = torch.compile(function, dynamic=False)
        row = {"eager": median_ms(function), "compiled": median_ms(compiled)}
        row["floor"] = floor * x.numel() / bandwidth * 1e3
        rows[name] = row
        print(
            f"{name:12} eager {row['eager']:8.3f} ms  compiled "
            f"{row['compiled']:8.3f} ms  floor {row['floor']:.3f} ms  "
            f"compiled at {row['floor'] / row['compiled']:.0%} of copy"
        )
    result["quantizers"] = rows

    result["layers"] = {f"{n}x{k}": time_layer(n, k) for n, k in LAYERS}
    if len(sys.argv) > 1:
        with open(sys.argv[1], "w") as file:
            json.dump(result, file, indent=1)


if __name__ == "__main__":
    main()
