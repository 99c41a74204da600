"""usage: write_linear.py SOURCE_ROOT TOKENS N K FOLDER: one linear layer, as
the benchmarks have it, in two functions (pair.mlir) and one (layer.mlir)."""

import pathlib
import sys

root, tokens, n, k, folder = sys.argv[1:]
sys.path.insert(0, str(pathlib.Path(root) / "benchmarks" / "h200"))

import programs  # noqa: E402 - found by the line above

shape = int(tokens), int(n), int(k)
folder = pathlib.Path(folder)
(folder / "pair.mlir").write_text(programs.linear(*shape))
(folder / "layer.mlir").write_text(programs.layer(*shape))
