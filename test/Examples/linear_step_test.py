#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs examples/linear_step.py and holds its figures against a second model.

usage: linear_step_test.py SOURCE_ROOT BUILD_DIR

Where a figure is random, the bound is five standard errors of the difference
between the mean of the driver's seeds and the mean of the second model's draws
(oracle.py), both estimated from the samples. Where it is not, the two differ
only by the rounding of sums: see rounding_of_sums.
"""

import json
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np
import oracle

SOURCE = Path(sys.argv[1])
BUILD = Path(sys.argv[2])
sys.path.insert(0, str(SOURCE / "examples"))
import quartet_tools  # noqa: E402

DRIVER = SOURCE / "examples" / "linear_step.py"
DATA = SOURCE / "examples" / "data" / "linear_step"
RECIPES = ("quartet2", "rtn", "sr", "nvidia", "tetrajet2", "bf16")
SEEDS = 12
ORACLE_DRAWS = 4
SIGMAS = 5


def load(name):
    bits = np.load(DATA / f"{name}.npy").astype(np.uint32) << 16
    return bits.view(np.float32).astype(np.float64)


def relative_error(value, target):
    return ((value - target) ** 2).sum() / (target**2).sum()


def drive(*arguments):
    return subprocess.run(
        [sys.executable, str(DRIVER), "--build-dir", str(BUILD), *arguments],
        capture_output=True,
        text=True,
    )


def drive_json(*arguments):
    with tempfile.TemporaryDirectory() as work:
        path = Path(work) / "figures.json"
        done = drive(*arguments, "--json", str(path))
        if done.returncode != 0:
            raise AssertionError(f"driver failed: {done.stderr}")
        return json.loads(path.read_text()), done.stdout


class LinearStep(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.figures, cls.text = drive_json(f"--seeds={SEEDS}")
        cls.x, cls.w, cls.e = load("x"), load("w"), load("e")

    def draws(self, recipe, count):
        """Errors of Y, dX and dW of the second model, one row per draw."""
        y_target = self.x @ self.w.T
        dx_target, dw_target = oracle.targets(recipe, self.x, self.w, self.e)
        rows = []
        for seed in range(count):
            rng = np.random.default_rng(seed)
            y, dx, dw = oracle.step(recipe, self.x, self.w, self.e, rng)
            rows.append(
                (
                    relative_error(y, y_target),
                    relative_error(dx, dx_target),
                    relative_error(dw, dw_target),
                )
            )
        return np.array(rows)

    def rounding_of_sums(self, name, error):
        """How much f32 sums may change a squared error, relative to it.

        A value v + r off by r from the f64 value v has an error |v + r - t|^2
        that differs from |v - t|^2 by at most 2 |v - t| |r| + |r|^2. The bf16
        recipe shows |r|^2, as its products are exact; twice that is allowed.
        """
        r = 2 * self.figures["bf16"]["exact"][name]
        return 2 * (r / error) ** 0.5 + r / error

    def assert_same(self, found, expected, name):
        bound = self.rounding_of_sums(name, expected)
        self.assertLess(bound, 1e-3, "the test would see too little")
        self.assertLess(abs(found / expected - 1), bound, name)

    def assert_same_mean(self, singles, draws, what):
        n, m = len(singles), len(draws)
        variance = np.var(singles, ddof=1) / n + np.var(draws, ddof=1) / m
        difference = abs(np.mean(singles) - np.mean(draws))
        self.assertLess(difference, SIGMAS * np.sqrt(variance), what)

    def check_stochastic(self, recipe):
        figures = self.figures[recipe]
        draws = self.draws(recipe, ORACLE_DRAWS)
        self.assert_same(figures["exact"]["Y"], draws[0, 0], "Y")
        for column, name in ((1, "dX"), (2, "dW")):
            singles = figures["average"][name]["singles"]
            self.assertEqual(len(singles), SEEDS)
            self.assert_same_mean(singles, draws[:, column], name)

    def test_quartet2(self):
        self.check_stochastic("quartet2")

    def test_sr(self):
        self.check_stochastic("sr")

    def test_tetrajet2(self):
        self.check_stochastic("tetrajet2")

    def test_nvidia(self):
        self.check_stochastic("nvidia")

    def test_rtn(self):
        figures = self.figures["rtn"]
        expected = self.draws("rtn", 1)[0]
        self.assert_same(figures["exact"]["Y"], expected[0], "Y")
        for column, name in ((1, "dX"), (2, "dW")):
            found = figures["straight_through"][name]
            self.assert_same(found, expected[column], name)

    def test_bf16_is_exact(self):
        # Products of bf16 are exact in f32, and a sum of k terms in f32, in any
        # order, is off by at most k * 2^-24 times the sum of the magnitudes.
        x, w, e = self.x, self.w, self.e
        for name, a, b in (("Y", x, w.T), ("dX", e, w), ("dW", e.T, x)):
            bound = a.shape[1] * 2.0**-24 * (np.abs(a) @ np.abs(b))
            limit = (bound**2).sum() / ((a @ b) ** 2).sum()
            self.assertLess(self.figures["bf16"]["exact"][name], limit, name)

    def test_quartet2_averages_out(self):
        for name in ("dX", "dW"):
            a = self.figures["quartet2"]["average"][name]
            self.assertLess(abs(a["bias"]), SIGMAS * a["bias_sigma"], name)
            # The test must be able to see a bias: 10 % of one step's error.
            self.assertLess(SIGMAS * a["bias_sigma"], 0.1 * a["single"], name)

    def test_rtn_does_not_average_out(self):
        self.assertIsNone(self.figures["rtn"]["average"])
        self.assertEqual(self.figures["rtn"]["seeds"], 1)
        for name in ("dX", "dW"):
            floor = self.figures["rtn"]["straight_through"][name]
            a = self.figures["quartet2"]["average"][name]
            self.assertGreater(floor, 5 * a["mean"], name)

    def test_order_of_recipes(self):
        # One step of MS-EDEN has less than half the error of stochastic
        # rounding (24.6 against 59.2 and 11.6 against 37.3 in oracle.py).
        for name in ("dX", "dW"):
            quartet2 = self.figures["quartet2"]["average"][name]["single"]
            sr = self.figures["sr"]["average"][name]["single"]
            self.assertLess(quartet2, sr / 2, name)

    def test_saved_bytes(self):
        # 500 x 384 codes, two to a byte; a scale byte per 16; one f32.
        packed = {"codes": 500 * 192, "scales": 500 * 24, "ts": 4}
        bf16 = {"bf16": 500 * 384 * 2}
        for recipe in ("quartet2", "rtn", "sr", "tetrajet2"):
            self.assertEqual(self.figures[recipe]["saved"], packed, recipe)
        for recipe in ("nvidia", "bf16"):
            self.assertEqual(self.figures[recipe]["saved"], bf16, recipe)

    def test_text(self):
        for recipe, figures in self.figures.items():
            y = f"{figures['exact']['Y'] * 1e3:.3f}"
            self.assertRegex(self.text, rf"\n  {recipe} +{re.escape(y)} \(")
        for word in ("fprop", "dgrad", "wgrad"):
            self.assertIn(word, self.text)

    def test_documented_figures(self):
        """Rows of docs/LinearStep.md that do not depend on the seed count."""
        text = (SOURCE / "docs" / "LinearStep.md").read_text()
        for title in (
            "Error of one step\n",
            "Memory of the saved activations X",
        ):
            section = text[text.index("```\n" + title) :].split("```")[1]
            rows = [
                r for r in section.splitlines() if r[2:].startswith(RECIPES)
            ]
            self.assertEqual(len(rows), len(RECIPES), title)
            for row in rows:
                # The last bits of bf16 depend on the order of sums.
                if not row.startswith("  bf16 ") or "B/element" in section:
                    self.assertIn(row + "\n", self.text)

    def test_same_bytes_from_quartet_run(self):
        """The JIT of quartet-run and the shared library give equal bytes."""
        source = SOURCE / "examples" / "linear_step.mlir"
        paths = [DATA / f"{name}.npy" for name in "xwe"]
        with tempfile.TemporaryDirectory() as work:
            step, _, _ = quartet_tools.compile_step(
                BUILD, source, "linear_step", "quartet2", Path(work)
            )
            compiled = step.run([np.load(path) for path in paths], seed=7)
            arguments = [f"--arg={path}" for path in paths]
            quartet_tools.run_tool(
                BUILD,
                "quartet-run",
                [source, "--entry=linear_step", "--recipe=quartet2"]
                + ["--seed=7", f"--out-dir={work}", *arguments],
            )
            for index, expected in enumerate(compiled):
                found = np.load(Path(work) / f"result_{index}.npy")
                self.assertEqual(found.dtype, expected.dtype)
                self.assertEqual(found.shape, expected.shape)
                self.assertEqual(found.tobytes(), expected.tobytes())


class BadInput(unittest.TestCase):
    def assert_one_line(self, done, *parts):
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
        self.assertTrue(done.stderr.startswith("error: "), done.stderr)
        for part in parts:
            self.assertIn(part, done.stderr)

    def test_unknown_recipe(self):
        done = drive("--recipes=quartet3")
        self.assert_one_line(done, "'quartet3'", "quartet2, rtn, sr, nvidia")

    def test_one_seed(self):
        self.assert_one_line(
            drive("--seeds=1"), "expects --seeds of at least 2"
        )

    def test_seeds_that_are_no_number(self):
        self.assert_one_line(drive("--seeds=many"), "--seeds", "'many'")

    def test_missing_tools(self):
        with tempfile.TemporaryDirectory() as empty:
            done = drive("--build-dir", empty)
        self.assert_one_line(done, "quartet-compile", "ninja")

    def test_missing_data(self):
        with tempfile.TemporaryDirectory() as empty:
            done = drive("--data-dir", empty)
        self.assert_one_line(done, "x.npy", "No such file")

    def write_data(self, folder, **changed):
        for name in "xwe":
            array = changed.get(name)
            target = Path(folder) / f"{name}.npy"
            if array is None:
                target.write_bytes((DATA / f"{name}.npy").read_bytes())
            else:
                np.save(target, array)
        return "--data-dir", folder

    def test_few_tokens(self):
        """Fewer tokens than features, of a layer without a name."""
        with tempfile.TemporaryDirectory() as folder:
            first = {n: np.load(DATA / f"{n}.npy")[:20] for n in "xe"}
            figures = Path(folder) / "figures.json"
            done = drive(
                *self.write_data(folder, **first),
                "--recipes=rtn",
                "--seeds=2",
                "--json",
                figures,
            )
            self.assertEqual(done.returncode, 0, done.stderr)
            rtn = json.loads(figures.read_text())["rtn"]
        self.assertIn(f"20 tokens (arrays of {folder})", done.stdout)
        # The straight-through gradient of W is known without E: it takes the
        # forward error of W out.
        self.assertLess(rtn["straight_through"]["dX"], rtn["exact"]["dX"])

    def test_no_tokens(self):
        with tempfile.TemporaryDirectory() as folder:
            none = {n: np.load(DATA / f"{n}.npy")[:0] for n in "xe"}
            done = drive(*self.write_data(folder, **none))
        self.assert_one_line(done, "x.npy", "at least one token")

    def test_malformed_name(self):
        with tempfile.TemporaryDirectory() as folder:
            arguments = self.write_data(folder)
            (Path(folder) / "layer.json").write_text("[]")
            done = drive(*arguments)
        self.assert_one_line(done, "layer.json", "'model' and 'layer'")

    def test_truncated_data(self):
        with tempfile.TemporaryDirectory() as folder:
            arguments = self.write_data(folder)
            path = Path(folder) / "w.npy"
            path.write_bytes(path.read_bytes()[:1000])
            done = drive(*arguments)
        self.assert_one_line(done, "w.npy", "complete .npy file")

    def test_wrong_type(self):
        with tempfile.TemporaryDirectory() as folder:
            x = np.zeros((500, 384), np.float32)
            done = drive(*self.write_data(folder, x=x))
        self.assert_one_line(done, "x.npy", "uint16 matrix", "float32")

    def test_wrong_shape(self):
        with tempfile.TemporaryDirectory() as folder:
            e = np.zeros((499, 1536), np.uint16)
            done = drive(*self.write_data(folder, e=e))
        self.assert_one_line(done, "500x1536", "499x1536")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
