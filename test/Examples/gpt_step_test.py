#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs examples/gpt_step.py and checks its figures.

usage: gpt_step_test.py SOURCE_ROOT BUILD_DIR

The unquantized graph is compared with what PyTorch has computed for the same
inputs (reference.json). Both round every activation and gradient to bf16, in
products whose sums they form in different orders, so that single values differ
by one rounding here and there.
"""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(sys.argv[1])
BUILD = Path(sys.argv[2])
DRIVER = SOURCE / "examples" / "gpt_step.py"
BLOCKS = range(4)
KINDS = ("q", "k", "v", "o", "up", "down")
# Half a unit in the last place of bf16, relative.
ROUNDING = 2.0**-9


def drive(*arguments):
    return subprocess.run(
        [sys.executable, str(DRIVER), "--build-dir", str(BUILD), *arguments],
        capture_output=True,
        text=True,
    )


class GPTStep(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as work:
            path = Path(work) / "figures.json"
            done = drive("--recipes=quartet2,bf16", "--json", str(path))
            if done.returncode != 0:
                raise AssertionError(f"driver failed: {done.stderr}")
            data = json.loads(path.read_text())
        cls.text = done.stdout
        cls.pytorch = data["pytorch"]
        cls.quartet2 = data["recipes"]["quartet2"]
        cls.bf16 = data["recipes"]["bf16"]

    def test_loss_is_that_of_pytorch(self):
        # A mean over 1024 tokens, whose roundings are independent: one of them
        # divided by 32, and a factor of 4 for there being several in a row.
        error = self.pytorch["loss"] / self.pytorch["pytorch_loss"] - 1
        self.assertLess(abs(error), 4 * ROUNDING / 32)

    def test_gradient_norms_are_those_of_pytorch(self):
        # Norms average roundings, too; no parameter is off by even one.
        self.assertLess(abs(self.pytorch["worst_norm_error"]), ROUNDING)

    def test_reference_has_no_error(self):
        self.assertEqual(self.bf16["loss_error"], 0)
        self.assertEqual(set(self.bf16["gradients"].values()), {0})

    def test_every_layer_is_quantized(self):
        row = "q k v o up down: dgrad, fprop, wgrad"
        for recipe, counts in (
            ("quartet2", "72 scaled_matmul"),
            ("bf16", "no operation of nvfp4"),
        ):
            text = self.text.split(f"\nDecisions ({recipe})\n")[1]
            for block in BLOCKS:
                self.assertIn(f"  h{block}  {row}\n", text)
            total = next(x for x in text.splitlines() if "total" in x)
            self.assertIn("72 products with a role", total)
            self.assertIn(counts, total)

    def test_quantized_gradients(self):
        """Every parameter feels the quantization, and none is drowned in it."""
        gradients = self.quartet2["gradients"]
        for name in ["wte", "head", "total"] + [
            f"h{block}.{kind}" for block in BLOCKS for kind in KINDS
        ]:
            self.assertGreater(gradients[name], 0, name)
            self.assertLess(gradients[name], 0.5, name)
        # The head is not quantized: only its input differs.
        self.assertLess(gradients["head"], gradients["total"])

    def test_saved_bytes(self):
        # Codes, two to a byte; a scale byte per 16; one f32.
        tokens = 1024
        for block in BLOCKS:
            for kind, width in (
                ("q, k, v", 128),
                ("o", 128),
                ("up", 128),
                ("down", 512),
            ):
                elements = tokens * width
                saved = self.quartet2["saved"][f"h{block}.{kind}"]
                self.assertEqual(
                    saved["bytes"], elements // 2 + elements // 16 + 4
                )
                self.assertEqual(saved["bf16"], 2 * elements)
                saved = self.bf16["saved"][f"h{block}.{kind}"]
                self.assertEqual(saved["bytes"], 2 * elements)

    def test_text(self):
        total = f"{self.quartet2['gradients']['total'] * 1e3:.2f}"
        self.assertRegex(self.text, rf"\n  total +{total} +0\.00\n")
        self.assertRegex(self.text, r"\n  vs bf16 +3\.56x +1\.00x\n")


class BadInput(unittest.TestCase):
    def assert_one_line(self, done, *parts):
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
        self.assertTrue(done.stderr.startswith("error: "), done.stderr)
        for part in parts:
            self.assertIn(part, done.stderr)

    def test_unknown_recipe(self):
        done = drive("--recipes=fp4")
        self.assert_one_line(done, "'fp4'", "quartet2, rtn, sr, nvidia")

    def test_negative_seed(self):
        self.assert_one_line(drive("--seed=-1"), "expects --seed in [0, 2^63)")

    def test_missing_tools(self):
        with tempfile.TemporaryDirectory() as empty:
            done = drive("--build-dir", empty)
        self.assert_one_line(done, "quartet-compile", "ninja")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
