#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a training step of a small GPT, forward and backward, on the CPU.

    python3 examples/gpt_step.py --build-dir build

compiles examples/gpt_step.mlir, PyTorch's own graph, once per recipe, runs it
on real text, and prints per layer and in total: what the compiler decided, how
far loss and gradients are from those of the unquantized graph, and the memory
of the saved activations. docs/GPTStep.md explains the output. Needs NumPy and
nothing else.
"""

import json
import re
import sys
import tempfile
import time
from pathlib import Path

try:
    import numpy as np
except ImportError:
    sys.exit("error: expects numpy (Debian: apt-get install python3-numpy)")

import gpt_inputs as model
from quartet_tools import (
    Parser,
    ToolError,
    compile_step,
    saved_activations,
    table,
)

HERE = Path(__file__).resolve().parent
ENTRY = "gpt_step"
REFERENCE = "bf16"
RECIPES = ("quartet2", "rtn", "sr", "nvidia", "tetrajet2", REFERENCE)
NAMES = [name for name, _ in model.parameters()]
# In the order in which the compiler numbers them: that of the program.
LAYERS = [name for name, quantize in model.parameters() if quantize]
# The layers that read the same activations share what is saved of them.
SAVED = ("q, k, v", "o", "up", "down")


def list_decisions(remarks):
    """The roles of each layer's products, and how often what was left alone."""
    roles = {name: [] for name in LAYERS}
    left = {}
    for line in remarks:
        text = line.split("remark: ", 1)[1]
        role = re.match(r"(\w+) of layer (\d+):", text)
        if role and int(role.group(2)) < len(LAYERS):
            roles[LAYERS[int(role.group(2))]].append(role.group(1))
        else:
            left[text] = left.get(text, 0) + 1
    return roles, left


def compare(results, reference):
    """Loss and gradients against those of the unquantized graph.

    Errors are relative and squared, |g - r|^2 / |r|^2; a block's and the total
    add up numerators and denominators.
    """
    loss, *gradients = results
    loss_target, *targets = reference
    sums = {}
    for name, g, r in zip(NAMES, gradients, targets, strict=True):
        g, r = g.astype(np.float64), r.astype(np.float64)
        pair = np.array([np.vdot(g - r, g - r), np.vdot(r, r)])
        for key in {name, name.split(".")[0], "total"}:
            sums[key] = sums.get(key, 0) + pair
    return {
        "loss": float(loss),
        "loss_error": float(loss) / float(loss_target) - 1,
        "gradients": {k: float(v[0] / v[1]) for k, v in sums.items()},
    }


def compare_with_pytorch(results):
    """Loss and gradient norms of the unquantized graph against PyTorch's."""
    path = model.DATA / "reference.json"
    try:
        expected = json.loads(path.read_text())
    except (OSError, ValueError) as error:
        raise ToolError(f"cannot read {path}: {error}") from error
    loss, *gradients = results
    norms = {
        name: float(np.linalg.norm(g.astype(np.float64)))
        / expected["gradient_norms"][name]
        - 1
        for name, g in zip(NAMES, gradients, strict=True)
    }
    worst = max(norms, key=lambda name: abs(norms[name]))
    return {
        "loss": float(loss),
        "pytorch_loss": expected["loss"],
        "worst_norm": worst,
        "worst_norm_error": norms[worst],
    }


def measure_saved(text):
    """Bytes of the saved activations, per block and kind of layer."""
    tokens = model.BATCH * model.TOKENS
    widths = [model.WIDTH, model.WIDTH, model.WIDTH, 4 * model.WIDTH]
    quantized = saved_activations(text)
    if quantized and len(quantized) != len(SAVED) * model.LAYERS:
        raise ToolError(
            f"expects {len(SAVED) * model.LAYERS} saved activations, but got "
            f"{len(quantized)}"
        )
    saved = {}
    for block in range(model.LAYERS):
        for i, (kind, width) in enumerate(zip(SAVED, widths, strict=True)):
            bf16 = 2 * tokens * width
            found = quantized[block * len(SAVED) + i] if quantized else bf16
            saved[f"h{block}.{kind}"] = {"bytes": found, "bf16": bf16}
    return saved


def print_decisions(decisions):
    for (remarks, counts), recipes in decisions.items():
        roles, left = list_decisions(remarks)
        print(f"\nDecisions ({', '.join(recipes)})")
        for block in range(model.LAYERS):
            groups = {}
            for name in LAYERS:
                if name.startswith(f"h{block}."):
                    key = ", ".join(sorted(roles[name])) or "left as is"
                    groups.setdefault(key, []).append(name.split(".")[1])
            text = "; ".join(f"{' '.join(n)}: {k}" for k, n in groups.items())
            print(f"  h{block}  {text}")
        total = sum(map(len, roles.values()))
        print(f"  total  {total} products with a role; {counts}")
        for text, count in left.items():
            print(f"  {count} {text}")


def print_errors(figures):
    header = ["parameter", *figures]
    rows = []

    def add(label, key):
        rows.append(
            [
                label,
                *(f"{f['gradients'][key] * 1e3:.2f}" for f in figures.values()),
            ]
        )

    for name in NAMES:
        add(name, name)
    for block in range(model.LAYERS):
        add(f"h{block}, all", f"h{block}")
    add("total", "total")
    table(
        "Error of the gradients",
        "relative squared error in 1e-3 against the unquantized graph, one "
        "step; totals sum over elements",
        header,
        rows,
    )
    table(
        "Error of the forward pass",
        "loss, and its relative difference from the unquantized graph",
        ["recipe", "loss", "difference"],
        [
            [recipe, f"{f['loss']:.5f}", f"{f['loss_error']:+.2e}"]
            for recipe, f in figures.items()
        ],
    )


def print_saved(figures):
    header = ["activations of", *figures]
    first = next(iter(figures.values()))["saved"]
    rows = [
        [name, *(str(f["saved"][name]["bytes"]) for f in figures.values())]
        for name in first
    ]
    totals = [
        sum(s["bytes"] for s in f["saved"].values()) for f in figures.values()
    ]
    bf16 = sum(s["bf16"] for s in first.values())
    rows.append(["total", *map(str, totals)])
    rows.append(["vs bf16", *(f"{bf16 / t:.2f}x" for t in totals)])
    table(
        "Memory of the saved activations",
        "bytes that the layers' weight gradients keep from the forward pass",
        header,
        rows,
    )


def parse_arguments():
    parser = Parser(description=__doc__.splitlines()[0])
    parser.add_argument("--build-dir", type=Path, default=Path("build"))
    parser.add_argument(
        "--recipes", default=",".join(RECIPES), help="comma-separated"
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="of the stochastic recipes"
    )
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
    if not 0 <= args.seed < 2**63:
        raise ToolError(f"expects --seed in [0, 2^63), but got {args.seed}")
    return args


def run(args):
    print(
        f"small GPT: {model.LAYERS} blocks, width {model.WIDTH}, "
        f"{model.HEADS} heads; {model.BATCH} x {model.TOKENS} bytes of text"
    )
    inputs = model.inputs()
    figures, decisions = {}, {}
    reference = None
    # The unquantized graph first: the others are compared with it.
    others = [recipe for recipe in args.recipes if recipe != REFERENCE]
    with tempfile.TemporaryDirectory(prefix="quartet-") as work:
        for recipe in [REFERENCE, *others]:
            start = time.monotonic()
            step, remarks, text = compile_step(
                args.build_dir,
                HERE / "gpt_step.mlir",
                ENTRY,
                recipe,
                Path(work),
            )
            compiled = time.monotonic()
            results = step.run(inputs, args.seed)
            ran = time.monotonic()
            if recipe == REFERENCE:
                reference = results
                pytorch = compare_with_pytorch(results)
                print(
                    f"unquantized graph: loss {pytorch['loss']:.6f}, PyTorch "
                    f"{pytorch['pytorch_loss']:.6f}; gradient norms within "
                    f"{abs(pytorch['worst_norm_error']):.1e} of PyTorch's"
                )
            if recipe in args.recipes:
                figures[recipe] = compare(results, reference)
                figures[recipe]["saved"] = measure_saved(text)
                key = (tuple(remarks), count_operations(text))
                decisions.setdefault(key, []).append(recipe)
            print(
                f"  {recipe}: compiled in {compiled - start:.1f} s, "
                f"one step in {ran - compiled:.2f} s",
                flush=True,
            )
    figures = {recipe: figures[recipe] for recipe in args.recipes}
    print_decisions(decisions)
    print_errors(figures)
    print_saved(figures)
    if args.json:
        data = {"pytorch": pytorch, "recipes": figures}
        args.json.write_text(json.dumps(data, indent=1) + "\n")


def count_operations(text):
    """'128 quantize, 88 rotate' for `nvfp4` program text."""
    found = []
    for name in ("quantize", "rotate", "dequantize", "scaled_matmul"):
        count = len(re.findall(rf"= nvfp4\.{name}\b", text))
        if count:
            found.append(f"{count} {name}")
    return ", ".join(found) or "no operation of nvfp4"


def main():
    try:
        run(parse_arguments())
    except ToolError as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
