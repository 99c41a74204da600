#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs python/train_gpt.py for a few steps and checks its parts.

usage: train_gpt_test.py SOURCE_ROOT BUILD_DIR
"""

import contextlib
import io
import json
import math
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

SOURCE = Path(sys.argv[1])
BUILD = Path(sys.argv[2])
DRIVER = SOURCE / "python" / "train_gpt.py"
TEXT = SOURCE / "examples" / "data" / "gpt_step" / "text.txt"
sys.path.insert(0, str(DRIVER.parent))
import train_gpt  # noqa: E402


def drive(*arguments):
    return subprocess.run(
        [sys.executable, DRIVER, "--build-dir", BUILD, *arguments],
        capture_output=True,
        text=True,
    )


class TrainGPT(unittest.TestCase):
    def test_a_few_steps_learn(self):
        with tempfile.TemporaryDirectory() as work:
            text = Path(work) / "text"
            text.write_bytes(TEXT.read_bytes() * 40)
            arguments = ["--recipes=bf16", "--seeds=2", "--steps=10"]
            arguments += ["--evaluations=2", f"--work-dir={work}"]
            done = drive(*arguments, f"--text={text}")
            self.assertEqual(done.returncode, 0, done.stderr)
            figures = json.loads((Path(work) / "figures.json").read_text())
        losses = [run["held_out"] for run in figures["runs"]["bf16"]]
        # Better than knowing nothing of bytes, and the seeds differ.
        self.assertLess(max(losses), math.log(256))
        self.assertNotEqual(*losses)

    def test_adam_steps_by_its_rate(self):
        # The first step of Adam is the rate, against the gradient's sign.
        parameter = np.zeros(3, np.float32)
        adam = train_gpt.Adam([parameter], steps=100)
        adam.update([np.array([2, -0.5, 0], np.float32)])
        rate = adam.rate()
        np.testing.assert_allclose(parameter, [-rate, rate, 0], rtol=1e-5)

    def test_intervals_are_those_of_student(self):
        runs = {
            "bf16": [{"held_out": x, "curve": [1]} for x in (1, 2, 3)],
            "rtn": [{"held_out": x, "curve": [1]} for x in (1.1, 2.2, 3.3)],
            "sr": [{"held_out": x, "curve": [1]} for x in (2, 3, 4.003)],
        }
        summary = train_gpt.summarize(runs, range(3))
        self.assertAlmostEqual(summary["rtn"]["difference"], 0.2)
        half = 4.303 * 0.1 / math.sqrt(3)
        self.assertAlmostEqual(summary["rtn"]["half_width"], half)
        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            train_gpt.print_summary(runs, summary, 1)
        lines = text.getvalue().splitlines()
        rtn = next(x for x in lines if x.startswith("rtn"))
        self.assertIn("[-0.0484, +0.4484]", rtn)
        self.assertNotIn("excludes 0", rtn)
        self.assertIn("excludes 0", next(x for x in lines if "sr " in x))

    def assert_refused(self, message, *arguments):
        done = drive(*arguments)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(message, done.stderr)
        self.assertNotIn("Traceback", done.stderr)

    def test_bad_arguments(self):
        text = f"--text={TEXT}"
        self.assert_refused("cannot read text 'no-such'", "--text=no-such")
        self.assert_refused("bytes of text, but got", text)
        self.assert_refused("but got 1", text, "--seeds=1")
        self.assert_refused("begin with bf16", text, "--recipes=sr")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
