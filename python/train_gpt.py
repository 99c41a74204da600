#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trains the small GPT of examples/gpt_step.mlir on the CPU, once per recipe.

    python3 python/train_gpt.py --build-dir build --text gcide.dict.dz

The compiled graph gives loss and gradients; AdamW in NumPy moves the f32 master
weights. A run of every recipe starts from the same weights and reads the same
batches as the other recipes' run with that seed, so differences to bf16 are
taken between runs that differ in nothing else. Prints the held-out loss (nats
per byte), its mean difference to bf16 over the seeds with a 95 % interval
(Student's t), and the curve; docs/GPTStep.md shows a result. Needs NumPy.
"""

import argparse
import concurrent.futures
import gzip
import json
import os
import pathlib
import sys
import time

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "examples")]

import gpt_inputs as model  # noqa: E402
import quartet  # noqa: E402
from quartet_tools import ToolError, run_tool  # noqa: E402

REFERENCE = "bf16"
# Two-sided 95 % quantiles of Student's t with 1, 2, ... degrees of freedom.
STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262)
LEARNING_RATE, WARM_UP = 2e-3, 20
BETA1, BETA2, EPSILON = 0.9, 0.95, 1e-8
HELD_OUT = 0.1  # of the text, at its end
POINT = 20  # steps averaged into one point of the curve


def read_text(path):
    """The bytes of a file, unpacked if it is a gzip or dictzip file."""
    data = pathlib.Path(path).read_bytes()
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    least = int(20 * model.BATCH * (model.TOKENS + 1) / HELD_OUT)
    if len(data) < least:
        sys.exit(
            f"error: {path}: expects at least {least} bytes of text, "
            f"but got {len(data)}"
        )
    return np.frombuffer(data, np.uint8)


def draw_batch(text, draw):
    """ids and targets at positions drawn from the whole of `text`."""
    span = model.TOKENS + 1
    starts = draw.integers(0, len(text) - span, model.BATCH)
    rows = np.stack([text[s : s + span] for s in starts]).astype(np.int64)
    return np.ascontiguousarray(rows[:, :-1]), np.ascontiguousarray(rows[:, 1:])


class Adam:
    """AdamW without decay; changes its parameters in place."""

    def __init__(self, parameters, steps):
        self.parameters, self.steps, self.step = parameters, steps, 0
        self.mean = [np.zeros_like(p) for p in parameters]
        self.square = [np.zeros_like(p) for p in parameters]

    def rate(self):
        """Warm-up, then a cosine from the full rate to a tenth of it."""
        done = self.step / self.steps
        cosine = 0.55 + 0.45 * np.cos(np.pi * done)
        return LEARNING_RATE * min(1.0, self.step / WARM_UP) * cosine

    def update(self, gradients):
        self.step += 1
        bias1, bias2 = 1 - BETA1**self.step, 1 - BETA2**self.step
        rate = np.float32(self.rate() / bias1)
        groups = zip(
            self.parameters, gradients, self.mean, self.square, strict=True
        )
        for p, g, m, v in groups:
            m += np.float32(1 - BETA1) * (g - m)
            v += np.float32(1 - BETA2) * (g * g - v)
            p -= rate * m / (np.sqrt(v / np.float32(bias2)) + EPSILON)


def train(library, text_path, seed, steps, evaluations):
    """One run; returns its curve and its loss on held-out text."""
    entry = quartet.load(library)["gpt_step"]
    is_seeded = any(arg.get("seed") for arg in entry.signature["args"])
    text = read_text(text_path)
    cut = int(len(text) * (1 - HELD_OUT))
    parameters, constants = model.weights(seed), model.rotary()

    def call(batch, step):
        # A seed of the compiled program must never come twice in a run.
        options = {"seed": seed << 32 | step} if is_seeded else {}
        return entry(*batch, *constants, *parameters, **options)

    adam = Adam(parameters, steps)
    draw = np.random.Generator(np.random.Philox(key=[seed, 1]))
    losses = []
    for step in range(steps):
        loss, *gradients = call(draw_batch(text[:cut], draw), step)
        losses.append(float(loss))
        adam.update(gradients)
    # The same batches for every run.
    draw = np.random.Generator(np.random.Philox(key=[0, 2]))
    held_out = [
        float(call(draw_batch(text[cut:], draw), steps + i)[0])
        for i in range(evaluations)
    ]
    curve = [
        float(np.mean(losses[i : i + POINT])) for i in range(0, steps, POINT)
    ]
    return {"curve": curve, "held_out": float(np.mean(held_out))}


def summarize(runs, seeds):
    """Mean difference to bf16 and half the width of its 95 % interval."""
    reference = np.array([r["held_out"] for r in runs[REFERENCE]])
    summary = {}
    for recipe, of_recipe in runs.items():
        losses = np.array([r["held_out"] for r in of_recipe])
        entry = {"held_out": float(losses.mean())}
        if recipe != REFERENCE:
            difference = losses - reference
            spread = difference.std(ddof=1) / len(seeds) ** 0.5
            entry["difference"] = float(difference.mean())
            entry["half_width"] = float(STUDENT[len(seeds) - 2] * spread)
        summary[recipe] = entry
    return summary


def print_summary(runs, summary, steps):
    print("\nrecipe     held-out loss   difference to bf16, 95 % interval")
    for recipe, s in summary.items():
        line = f"{recipe:10} {s['held_out']:13.4f}"
        if recipe != REFERENCE:
            low = s["difference"] - s["half_width"]
            high = s["difference"] + s["half_width"]
            clear = "" if low <= 0 <= high else ", excludes 0"
            line += (
                f"   {s['difference']:+.4f} [{low:+.4f}, {high:+.4f}]{clear}"
            )
        print(line)
    print(f"\ntraining loss, mean of {POINT} steps and all seeds")
    print("steps      " + " ".join(f"{r:>9}" for r in runs))
    for i, end in enumerate(range(POINT, steps + POINT, POINT)):
        points = [np.mean([r["curve"][i] for r in rs]) for rs in runs.values()]
        print(f"{min(end, steps):<10} " + " ".join(f"{p:9.4f}" for p in points))


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].strip())
    parser.add_argument("--build-dir", default="build", type=pathlib.Path)
    parser.add_argument("--text", required=True)
    parser.add_argument("--recipes", default="bf16,quartet2,nvidia,sr")
    parser.add_argument("--seeds", type=int, default=3, help="2 to 10")
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--evaluations", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--work-dir", type=pathlib.Path, default="train-gpt")
    options = parser.parse_args()
    recipes = options.recipes.split(",")
    if recipes[0] != REFERENCE:
        parser.error(f"expects recipes that begin with {REFERENCE}")
    if not 2 <= options.seeds <= len(STUDENT) + 1:
        parser.error(f"expects 2 to 10 seeds, but got {options.seeds}")
    if options.steps < 1 or options.evaluations < 1 or options.jobs < 1:
        parser.error("expects at least one step, evaluation and job")
    if not pathlib.Path(options.text).is_file():
        parser.error(f"cannot read text '{options.text}'")
    read_text(options.text)

    options.work_dir.mkdir(parents=True, exist_ok=True)
    graph = ROOT / "examples" / "gpt_step.mlir"
    libraries = {r: options.work_dir / f"{r}.so" for r in recipes}
    for recipe, path in libraries.items():
        arguments = [graph, f"--recipe={recipe}", "--target=host", "--emit=so"]
        arguments += ["--no-remarks", "-o", path]
        try:
            run_tool(options.build_dir, "quartet-compile", arguments)
        except ToolError as error:
            sys.exit(f"error: {error}")

    # Runs side by side use one thread each; results do not depend on it.
    if options.jobs > 1:
        os.environ["OMP_NUM_THREADS"] = "1"
    seeds = range(options.seeds)
    start = time.time()
    runs = {recipe: [None] * options.seeds for recipe in recipes}
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        waiting = {
            pool.submit(
                train,
                str(libraries[recipe].resolve()),
                options.text,
                seed,
                options.steps,
                options.evaluations,
            ): (recipe, seed)
            for seed in seeds
            for recipe in recipes
        }
        for done in concurrent.futures.as_completed(waiting):
            recipe, seed = waiting[done]
            runs[recipe][seed] = run = done.result()
            print(
                f"{time.time() - start:6.0f} s: {recipe}, seed {seed}: "
                f"held-out loss {run['held_out']:.4f}",
                flush=True,
            )
    summary = summarize(runs, seeds)
    print_summary(runs, summary, options.steps)
    figures = {"steps": options.steps, "runs": runs, "summary": summary}
    path = options.work_dir / "figures.json"
    path.write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
