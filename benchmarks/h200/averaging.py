"""How the error of a layer's gradients falls when steps are averaged, on a GPU.

usage: averaging.py PROGRAM.so [COUNT]

PROGRAM.so is what `build.py --only=train` writes for a stochastic recipe that
saves quantized operands (quartet2, sr). One layer (2560x640, 16384 tokens of
normal values) runs forward once and backward COUNT times (4096), each time with
another seed. Printed are the squared errors, relative to the squared target, of
the mean of the first 1, 4, 16, ... estimates, and that error times n over the
error of one: 1 if the estimates are unbiased, more by the bias. The targets are
the products of E with the saved quantized W and X, which backward estimates.
"""

import os
import pathlib
import sys

import torch

HERE = pathlib.Path(__file__).resolve().parent
os.environ.setdefault("QUARTET_RUNTIME", str(HERE / "libquartet_runtime.so"))

from quartet import load  # noqa: E402
from quartet._linear import LinearPrograms  # noqa: E402
from quartet.torch import _options  # noqa: E402

OUTPUTS, INPUTS, TOKENS = 2560, 640, 16384
E2M1 = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0)


def decode(codes, scales, tensor_scale):
    """The values of a saved matrix in f32; scales are linear."""
    table = torch.tensor([*E2M1, *(-v for v in E2M1)], device=codes.device)
    pairs = torch.stack((codes & 15, codes >> 4), dim=-1)
    values = table[pairs.long()].view(codes.shape[0], -1, 16)
    by_block = scales.view(torch.float8_e4m3fn).float().unsqueeze(-1)
    return (values * by_block).flatten(1) * tensor_scale


def find_saved(saved, rows):
    """The triple of the matrix with `rows` rows."""
    for i, tensor in enumerate(saved):
        if tensor.dtype == torch.uint8 and tensor.shape == (rows, INPUTS // 2):
            return saved[i : i + 3]
    sys.exit(f"expects a saved quantized matrix of {rows} rows")


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__.split("\n\n")[1])
    count = int(sys.argv[2]) if len(sys.argv) == 3 else 4096
    torch.manual_seed(0)
    torch.backends.cuda.matmul.allow_tf32 = False
    x = torch.randn(TOKENS, INPUTS, device="cuda").bfloat16()
    w = (torch.randn(OUTPUTS, INPUTS, device="cuda") * INPUTS**-0.5).bfloat16()
    e = torch.randn(TOKENS, OUTPUTS, device="cuda").bfloat16()
    layer = LinearPrograms(load(sys.argv[1]), OUTPUTS, INPUTS)
    seed = torch.zeros((), dtype=torch.int64, device="cuda")
    _, saved = layer.forward(x, w, seed, **_options(x))
    targets = (
        e.double() @ decode(*find_saved(saved, OUTPUTS)).double(),
        e.double().T @ decode(*find_saved(saved, TOKENS)).double(),
    )
    sums = [torch.zeros_like(t) for t in targets]
    first, report = None, 1
    print("     n   dX 1e-3  x n/e(1)   dW 1e-3  x n/e(1)")
    for n in range(1, count + 1):
        seed.fill_(n << 32)
        for total, got in zip(
            sums, layer.backward(saved, e, seed, **_options(e)), strict=True
        ):
            total += got
        if n != report:
            continue
        report *= 4
        errors = [
            (((s / n - t) ** 2).sum() / (t**2).sum()).item()
            for s, t in zip(sums, targets, strict=True)
        ]
        first = first or errors
        cells = (
            f"{1e3 * error:9.4f} {n * error / one:9.2f}"
            for error, one in zip(errors, first, strict=True)
        )
        print(f"{n:6} " + " ".join(cells), flush=True)


if __name__ == "__main__":
    main()
