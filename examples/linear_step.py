#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs one linear layer, forward and backward, in NVFP4 on the CPU.

    python3 examples/linear_step.py --build-dir build

compiles examples/linear_step.mlir once per recipe, runs it on the arrays in
examples/data/linear_step (a layer of a published model) and prints the
compiler's decisions, the errors of Y, dX and dW, what averaging over seeds
leaves of them, and the memory of the saved activations. docs/LinearStep.md
explains the output line by line. Needs NumPy and nothing else.
"""

import json
import sys
import tempfile
from collections import Counter
from pathlib import Path

try:
    import numpy as np
except ImportError:
    sys.exit("error: expects numpy (Debian: apt-get install python3-numpy)")

from quartet_tools import (
    Parser,
    ToolError,
    compile_step,
    list_operations,
    load_bf16,
    quantized_argument_bytes,
    relative_error,
    table,
)

HERE = Path(__file__).resolve().parent
ENTRY = "linear_step"
RECIPES = ("quartet2", "rtn", "sr", "nvidia", "tetrajet2", "bf16")

# Which saved quantized operand the backward pass of a recipe reads: the weight
# in dX = E W, the activations in dW = E^T X. Such a product estimates the
# gradient of the function that was evaluated (the straight-through gradient);
# one that reads the original operand estimates the exact gradient.
READS_SAVED = {
    "quartet2": {"dX", "dW"},
    "rtn": {"dX", "dW"},
    "sr": {"dX", "dW"},
    "tetrajet2": {"dX", "dW"},
    "nvidia": {"dX"},
    "bf16": set(),
}


def effective_bits(error):
    return -np.log2(error) / 2 if error > 0 else float("inf")


class Mean:
    """The error of single estimates, of their mean, and of the estimator.

    With d_i the deviation of estimate i from the target, divided by the
    target's norm, and G_ij = <d_i, d_j>: the error of one estimate is the mean
    of G_ii, that of the mean of n is the mean of all G_ij, and the mean of
    G_ij over i != j estimates the squared bias without bias of its own. Where
    the true bias is 0 the pairs are uncorrelated, so the standard error of the
    last is sqrt(sum of G_ij^2) / number of pairs.
    """

    def __init__(self, target, count):
        self.target = target.astype(np.float64).ravel()
        self.norm = float(np.vdot(self.target, self.target))
        self.rows = np.empty((count, self.target.size), np.float32)
        self.count = 0

    def add(self, value):
        self.rows[self.count] = value.ravel() - self.target
        self.count += 1

    def result(self):
        n = self.count
        gram = np.zeros((n, n))
        for first in range(0, self.target.size, 1 << 16):
            part = self.rows[:n, first : first + (1 << 16)].astype(np.float64)
            gram += part @ part.T
        gram /= self.norm
        pairs = gram[np.triu_indices(n, 1)]
        return {
            "single": float(np.trace(gram)) / n,
            "singles": np.diag(gram).tolist(),
            "mean": float(gram.sum()) / n**2,
            "bias": float(pairs.mean()),
            "bias_sigma": float(np.sqrt((pairs**2).sum())) / len(pairs),
        }


class Layer:
    """The arrays of the example and what exact arithmetic makes of them."""

    def __init__(self, data_dir):
        self.bits = [load_bf16(data_dir / f"{name}.npy") for name in "xwe"]
        x, w, e = (bits_to_f64(bits) for bits in self.bits)
        check_shape(data_dir / "w.npy", w, (w.shape[0], x.shape[1]))
        check_shape(data_dir / "e.npy", e, (x.shape[0], w.shape[0]))
        if x.shape[0] == 0:
            raise ToolError(f"{data_dir / 'x.npy'}: expects at least one token")
        self.x, self.w, self.e = x, w, e
        self.name = read_name(data_dir)
        self.exact = {"Y": x @ w.T, "dX": e @ w, "dW": e.T @ x}

    def straight_through(self, step, recipe):
        """E Wq and E^T Xq, with Wq and Xq read back through the layer itself.

        With X = I the layer returns Wq^T and with W = I (on top of zero rows)
        Xq: NVFP4 holds 0 and 1 to within one f32 rounding.
        """
        width = self.x.shape[1]
        # Y does not depend on E.
        none = np.zeros((width, self.w.shape[0]), np.uint16)
        one = np.uint16(0x3F80)
        identity = np.zeros((width, width), np.uint16)
        np.fill_diagonal(identity, one)
        x, w, e = self.bits
        target = dict(self.exact)
        if "dX" in READS_SAVED[recipe]:
            y, _, _ = step.run([identity, w, none], seed=0)
            target["dX"] = self.e @ y.T.astype(np.float64)
        if "dW" in READS_SAVED[recipe]:
            padded = np.zeros_like(w)
            padded[:width] = identity
            y, _, _ = step.run([x, padded, e], seed=0)
            target["dW"] = self.e.T @ y[:, :width].astype(np.float64)
        return target


def read_name(data_dir):
    """What the arrays are, as the script that wrote them says."""
    path = data_dir / "layer.json"
    if not path.exists():
        return f"arrays of {data_dir}"
    try:
        layer = json.loads(path.read_text())
        return f"{layer['model']}, {layer['layer']}"
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ToolError(
            f"{path}: expects an object with 'model' and 'layer'"
        ) from error


def check_shape(path, array, shape):
    if array.shape != shape:
        expected, found = ("x".join(map(str, s)) for s in (shape, array.shape))
        raise ToolError(f"{path}: expects {expected}, but got {found}")


def bits_to_f64(bits):
    return (bits.astype(np.uint32) << 16).view(np.float32).astype(np.float64)


def measure(layer, step, recipe, seeds, first_seed):
    """Runs a recipe and returns its figures as plain numbers."""
    target = layer.straight_through(step, recipe)
    count = seeds if step.takes_seed else 1
    means = {name: Mean(target[name], count) for name in ("dX", "dW")}
    exact = straight = None
    for seed in range(first_seed, first_seed + count):
        y, dx, dw = step.run(layer.bits, seed)
        if exact is None:
            values = {"Y": y, "dX": dx, "dW": dw}
            exact = {
                k: relative_error(v, layer.exact[k]) for k, v in values.items()
            }
            straight = {k: relative_error(values[k], target[k]) for k in means}
        for name, value in (("dX", dx), ("dW", dw)):
            means[name].add(value)
    return {
        "seeds": count,
        "exact": exact,
        "straight_through": straight,
        "reads_saved": sorted(READS_SAVED[recipe]),
        "average": {k: m.result() for k, m in means.items()}
        if count > 1
        else None,
    }


def error_cell(value):
    return f"{value * 1e3:.3f} ({effective_bits(value):.2f})"


def print_decisions(decisions, operations):
    """The remarks of the compiler, and what each recipe made of the program."""
    for remarks, recipes in decisions.items():
        print(f"\nDecisions ({', '.join(recipes)})")
        for line in remarks:
            print(f"  {line}")
    print("\nOperations in NVFP4 after the raise")
    width = max(map(len, operations))
    for recipe, names in operations.items():
        counts = Counter(names)
        text = ", ".join(f"{n} x {name}" for name, n in counts.items())
        print(f"  {recipe:<{width}}  {text or 'none'}")


def print_errors(figures):
    header = ["recipe", "Y", "dX", "dW", "dX vs E Wq", "dW vs E^T Xq"]
    rows = []
    for recipe, f in figures.items():
        cells = [error_cell(f["exact"][k]) for k in ("Y", "dX", "dW")]
        for k in ("dX", "dW"):
            saved = k in f["reads_saved"]
            cells.append(error_cell(f["straight_through"][k]) if saved else "-")
        rows.append([recipe, *cells])
    table(
        "Error of one step",
        "squared error relative to float64, in 1e-3 (and in bits = "
        "-log2(error)/2); last two columns:\n  against the straight-through "
        "gradient, where the backward pass reads a quantized operand",
        header,
        rows,
    )


def print_averages(figures, seeds):
    header = [
        "recipe",
        "",
        "1 seed",
        f"mean of {seeds}",
        f"ratio x {seeds}",
        "bias^2",
    ]
    rows = []
    for recipe, f in figures.items():
        for name in ("dX", "dW"):
            if f["average"] is None:
                single = f"{f['straight_through'][name] * 1e3:.3f}"
                rows.append(
                    [recipe, name, single, single, "-", "deterministic"]
                )
                continue
            a = f["average"][name]
            rows.append(
                [
                    recipe,
                    name,
                    f"{a['single'] * 1e3:.3f}",
                    f"{a['mean'] * 1e3:.3f}",
                    f"{a['mean'] / a['single'] * f['seeds']:.2f}",
                    f"{a['bias'] * 1e3:+.4f} +- {a['bias_sigma'] * 1e3:.4f}",
                ]
            )
    table(
        f"Bias: error left after averaging {seeds} seeds",
        "in 1e-3, against what the recipe estimates (straight-through gradient "
        "or exact one); an unbiased\n  estimate has ratio 1 and bias^2 within "
        "a few standard errors of 0",
        header,
        rows,
    )


def print_saved(figures, layer):
    elements = layer.x.size
    rows = []
    for recipe, f in figures.items():
        s = f["saved"]
        total = sum(s.values())
        rows.append(
            [
                recipe,
                *(
                    str(s.get(k, "-"))
                    for k in ("codes", "scales", "ts", "bf16")
                ),
                str(total),
                f"{total / elements:.4f}",
                f"{2 * elements / total:.2f}x",
            ]
        )
    table(
        "Memory of the saved activations X",
        "bytes kept from forward to backward, padding included: packed codes, "
        "block scales, tensor scale; or bf16",
        [
            "recipe",
            "codes",
            "scales",
            "ts",
            "bf16",
            "total",
            "B/element",
            "vs bf16",
        ],
        rows,
    )


def parse_arguments():
    parser = Parser(description=__doc__.splitlines()[0])
    parser.add_argument("--build-dir", type=Path, default=Path("build"))
    parser.add_argument(
        "--data-dir", type=Path, default=HERE / "data" / "linear_step"
    )
    parser.add_argument(
        "--recipes", default=",".join(RECIPES), help="comma-separated"
    )
    parser.add_argument(
        "--seeds", type=int, default=64, help="number of averaged seeds"
    )
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument(
        "--json", type=Path, help="also write the figures to this file"
    )
    args = parser.parse_args()
    args.recipes = args.recipes.split(",")
    for recipe in args.recipes:
        if recipe not in RECIPES:
            legal = ", ".join(RECIPES)
            raise ToolError(
                f"expects --recipes among {legal}, but got '{recipe}'"
            )
    if args.seeds < 2:
        raise ToolError(f"expects --seeds of at least 2, but got {args.seeds}")
    if not 0 <= args.seed <= 2**63 - 1 - args.seeds:
        raise ToolError(
            f"expects --seed in [0, 2^63 - seeds), but got {args.seed}"
        )
    return args


def run(args):
    layer = Layer(args.data_dir)
    tokens, width = layer.x.shape
    outputs = layer.w.shape[0]
    print(f"linear layer {width} -> {outputs}, {tokens} tokens ({layer.name})")
    figures = {}
    decisions = {}
    operations = {}
    with tempfile.TemporaryDirectory(prefix="quartet-") as work:
        for recipe in args.recipes:
            step, remarks, text = compile_step(
                args.build_dir,
                HERE / "linear_step.mlir",
                ENTRY,
                recipe,
                Path(work),
            )
            decisions.setdefault(tuple(remarks), []).append(recipe)
            operations[recipe] = list_operations(text)
            figures[recipe] = measure(
                layer, step, recipe, args.seeds, args.seed
            )
            saved = quantized_argument_bytes(text, 0, tokens)
            if "dW" not in READS_SAVED[recipe] or not saved:
                saved = {"bf16": 2 * tokens * width}
            figures[recipe]["saved"] = saved
    print_decisions(decisions, operations)
    print_errors(figures)
    print_averages(figures, args.seeds)
    print_saved(figures, layer)
    if args.json:
        args.json.write_text(json.dumps(figures, indent=1) + "\n")


def main():
    try:
        run(parse_arguments())
    except ToolError as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
