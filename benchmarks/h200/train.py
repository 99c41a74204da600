"""Trains a small GPT with differently quantized linear layers.

usage: train.py TEXT OUT.json [--recipes=bf16,quartet2,...] [--seeds=3]
                [--steps=N | --budget-seconds=S] [--programs=DIR] [--check]

TEXT is read as bytes (gzip is unpacked), one token per byte; the last 2 % are
held out. The model follows nanochat: RMSNorm without a gain, rotary positions,
squared ReLU, a head that is not tied to the embedding; bf16 over f32 master
weights. All linear layers of attention and MLP are quantized, the embedding and
the head are not.

Runs with one seed share initial weights and the order of the data whatever the
recipe, so differences between recipes are paired. A training step is one CUDA
graph; the seed of stochastic rounding is advanced inside it.

Without --steps a step of every recipe is timed first, and all runs have the
number of steps that fits into the budget. OUT is rewritten after every run.

Recipes other than bf16 are programs that Quartet compiled, DIR/RECIPE.so
(build.py makes them). --check first compares a layer of each with products in
f32.
"""

import argparse
import functools
import gzip
import json
import math
import os
import pathlib
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F

HERE = pathlib.Path(__file__).resolve().parent
os.environ.setdefault("QUARTET_RUNTIME", str(HERE / "libquartet_runtime.so"))

LAYERS, WIDTH, HEADS = 6, 640, 5
CONTEXT, BATCH = 512, 32
VOCABULARY = 256
PEAK_RATE, WARMUP = 1.2e-3, 0.1
EVALUATION_BATCHES = 16


def read_tokens(path):
    """Training and held-out tokens."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    tokens = torch.from_numpy(np.frombuffer(data, np.uint8).copy()).cuda()
    cut = len(tokens) * 98 // 100
    return tokens[:cut], tokens[cut:]


def sample(tokens, generator):
    """One batch of windows, a token longer than the context."""
    last = len(tokens) - CONTEXT - 1
    starts = torch.randint(0, last, (BATCH, 1), generator=generator)
    places = starts.cuda() + torch.arange(CONTEXT + 1, device="cuda")
    return tokens[places].long()


def norm(x):
    return F.rms_norm(x, (x.size(-1),))


def rotary(context, size):
    """Cosines and sines, [context, size / 2]."""
    rate = 10000 ** (-torch.arange(0, size, 2, device="cuda").float() / size)
    angle = torch.arange(context, device="cuda").float()[:, None] * rate
    return angle.cos().bfloat16(), angle.sin().bfloat16()


def rotate(x, cos, sin):
    a, b = x.chunk(2, -1)
    return torch.cat([a * cos + b * sin, b * cos - a * sin], -1)


class Model:
    """Parameters by name, f32, and the loss of a batch."""

    SHAPES = {
        "q": (WIDTH, WIDTH),
        "k": (WIDTH, WIDTH),
        "v": (WIDTH, WIDTH),
        "o": (WIDTH, WIDTH),
        "up": (4 * WIDTH, WIDTH),
        "down": (WIDTH, 4 * WIDTH),
    }

    def __init__(self, linear, seed):
        generator = torch.Generator().manual_seed(seed)
        self.linear = linear
        self.weights = {}

        def add(name, shape, scale):
            value = torch.randn(shape, generator=generator) * scale
            self.weights[name] = value.cuda().requires_grad_()

        add("wte", (VOCABULARY, WIDTH), 1.0)
        add("head", (VOCABULARY, WIDTH), WIDTH**-0.5)
        for layer in range(LAYERS):
            for name, (n, k) in self.SHAPES.items():
                scale = k**-0.5
                if name in ("o", "down"):
                    scale /= math.sqrt(2 * LAYERS)
                add(f"h{layer}.{name}", (n, k), scale)
        self.cos, self.sin = rotary(CONTEXT, WIDTH // HEADS)

    def parameters(self):
        return list(self.weights.values())

    def loss(self, window):
        ids, targets = window[:, :-1], window[:, 1:]
        weights = {
            name: w if name == "wte" else w.bfloat16()
            for name, w in self.weights.items()
        }
        x = norm(F.embedding(ids, weights["wte"]).bfloat16())
        batch, tokens, _ = x.shape

        def apply(h, layer, name):
            flat = h.reshape(-1, h.shape[-1])
            y = self.linear(flat, weights[f"h{layer}.{name}"])
            return y.view(batch, tokens, -1)

        for layer in range(LAYERS):
            h = norm(x)
            q, k, v = (
                apply(h, layer, n)
                .view(batch, tokens, HEADS, -1)
                .transpose(1, 2)
                for n in "qkv"
            )
            q = norm(rotate(q, self.cos, self.sin))
            k = norm(rotate(k, self.cos, self.sin))
            y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
            x = x + apply(y.transpose(1, 2).flatten(2), layer, "o")
            h = F.relu(apply(norm(x), layer, "up")).square()
            x = x + apply(h, layer, "down")
        logits = F.linear(norm(x), weights["head"]).float()
        return F.cross_entropy(logits.flatten(0, 1), targets.flatten())


def rate_at(step, steps):
    """Linear warm-up, then a cosine to a tenth."""
    warm = max(1, int(WARMUP * steps))
    if step < warm:
        return PEAK_RATE * (step + 1) / warm
    done = (step - warm) / max(1, steps - warm)
    return PEAK_RATE * (0.55 + 0.45 * math.cos(math.pi * done))


@functools.cache
def side_stream():
    """The stream of captures; programs keep a workspace for every stream."""
    return torch.cuda.Stream()


def train(linear, tokens, held_out, seed, steps):
    """Held-out loss after `steps`, losses of the steps, seconds."""
    model = Model(linear, seed)
    rate = torch.tensor(0.0, device="cuda")
    optimizer = torch.optim.AdamW(
        model.parameters(),
        lr=rate,
        betas=(0.9, 0.95),
        weight_decay=0.1,
        fused=True,
        capturable=True,
    )
    generator = torch.Generator().manual_seed(1000 + seed)
    window = sample(tokens, generator)
    if hasattr(linear, "reset"):
        linear.reset(seed)

    def step():
        optimizer.zero_grad(set_to_none=False)
        loss = model.loss(window)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0, foreach=True)
        optimizer.step()
        if hasattr(linear, "advance"):
            linear.advance()
        return loss.detach()

    # Rate 0: what allocates or compiles does it before the capture.
    side = side_stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(2):
            step()
    torch.cuda.current_stream().wait_stream(side)
    for state in optimizer.state.values():
        for value in state.values():
            value.zero_()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, stream=side):
        loss = step()

    losses = torch.empty(steps, device="cuda")
    torch.cuda.synchronize()
    start = time.perf_counter()
    for i in range(steps):
        window.copy_(sample(tokens, generator))
        rate.fill_(rate_at(i, steps))
        graph.replay()
        losses[i].copy_(loss)
    torch.cuda.synchronize()
    seconds = time.perf_counter() - start

    generator = torch.Generator().manual_seed(7)
    with torch.no_grad():
        total = sum(
            model.loss(sample(held_out, generator)).item()
            for _ in range(EVALUATION_BATCHES)
        )
    return total / EVALUATION_BATCHES, losses.tolist(), seconds


# Two-sided 95 % quantiles of Student's t by degrees of freedom.
STUDENT = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571}


def interval(differences):
    """Mean and half width of its 95 % confidence interval."""
    n = len(differences)
    mean = sum(differences) / n
    if n < 2:
        return mean, math.inf
    variance = sum((d - mean) ** 2 for d in differences) / (n - 1)
    return mean, STUDENT[n - 1] * math.sqrt(variance / n)


def compare(held_out):
    """Recipe -> mean and half width of its paired difference to bf16."""
    base = held_out.get("bf16", [])
    return {
        recipe: interval([a - b for a, b in zip(losses, base, strict=True)])
        for recipe, losses in held_out.items()
        if base and recipe != "bf16"
    }


def find_linear(recipe, programs):
    """F.linear, or what has its interface and draws random numbers."""
    if recipe == "bf16":
        return F.linear
    from quartet.torch import Linear

    return Linear(f"{programs}/{recipe}.so")


def check(linears):
    """Relative errors of a layer's products against f32. An operand in NVFP4
    has an error of 0.1 (to nearest) to 0.16 (stochastic), a product of two or
    three such roundings one of 0.14 to 0.25; unrelated matrices have 1.4."""
    torch.manual_seed(0)
    n, k = Model.SHAPES["up"]
    for recipe, linear in linears.items():
        x = torch.randn(BATCH * CONTEXT, k, device="cuda").bfloat16()
        w = (torch.randn(n, k, device="cuda") * k**-0.5).bfloat16()
        e = torch.randn(BATCH * CONTEXT, n, device="cuda").bfloat16()
        x.requires_grad_()
        w.requires_grad_()
        y = linear(x, w)
        y.backward(e)
        a, b, c = (t.detach().float() for t in (x, w, e))
        errors = [
            ((got.detach().float() - f32).norm() / f32.norm()).item()
            for got, f32 in (
                (y, a @ b.T),
                (x.grad, c @ b),
                (w.grad, c.T @ a),
            )
        ]
        text = ", ".join(f"{error:.4f}" for error in errors)
        print(f"{recipe}: relative errors of Y, dX, dW: {text}", flush=True)
        if not max(errors) < 0.4:
            sys.exit(f"{recipe}: not the products of a linear layer")


def choose_steps(linears, tokens, held_out, seeds, seconds):
    """The number of steps with which all runs take `seconds`; what a run costs
    beside its steps is measured, too."""
    per_step = fixed = 0
    start = time.perf_counter()
    for recipe, linear in linears.items():
        train(linear, tokens, held_out, 0, 2)  # loads what is loaded once
        before = time.perf_counter()
        _, _, spent = train(linear, tokens, held_out, 0, 20)
        fixed += time.perf_counter() - before - spent
        per_step += spent / 20
        print(f"{recipe}: {spent / 20 * 1e3:.2f} ms per step", flush=True)
    left = seconds - (time.perf_counter() - start)
    return max(20, int((left / seeds - fixed) / per_step))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("text")
    parser.add_argument("out")
    parser.add_argument("--recipes", default="bf16,quartet2,nvidia,sr")
    parser.add_argument("--seeds", type=int, default=3, choices=range(1, 7))
    parser.add_argument("--steps", type=int)
    parser.add_argument("--budget-seconds", type=float, default=480)
    parser.add_argument("--programs", default=".")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    linears = {
        recipe: find_linear(recipe, options.programs)
        for recipe in options.recipes.split(",")
    }
    if options.check:
        check(linears)
    tokens, held_out = read_tokens(options.text)
    steps = options.steps or choose_steps(
        linears, tokens, held_out, options.seeds, options.budget_seconds
    )
    print(f"{steps} steps of {BATCH * CONTEXT} tokens", flush=True)
    result = {
        "gpu": torch.cuda.get_device_name(),
        "parameters": sum(p.numel() for p in Model(F.linear, 0).parameters()),
        "text_bytes": len(tokens) + len(held_out),
        "steps": steps,
        "tokens": steps * BATCH * CONTEXT,
        "held_out": {},
        "curves": {},
        "seconds": {},
    }
    for seed in range(options.seeds):
        for recipe, linear in linears.items():
            loss, curve, seconds = train(linear, tokens, held_out, seed, steps)
            for name, value in (
                ("held_out", loss),
                ("curves", curve[::10]),
                ("seconds", seconds),
            ):
                result[name].setdefault(recipe, []).append(value)
            print(
                f"seed {seed} {recipe}: held-out {loss:.4f}, {seconds:.1f} s",
                flush=True,
            )
            with open(options.out, "w") as file:
                json.dump(result, file)
    for recipe, (mean, half) in compare(result["held_out"]).items():
        print(f"{recipe} - bf16: {mean:+.4f} +- {half:.4f} (95 %)")


if __name__ == "__main__":
    main()
