"""The small GPT's shape, and deterministic inputs for one step (numpy only).

Tokens are bytes of real text: the United States Declaration of Independence
(1776, public domain), checked in as examples/data/gpt_step/text.txt. Weights
are drawn by a fixed generator with nanochat's initial scales, except that no
matrix starts at zero, so that every gradient of the first step is non-zero.
"""

import pathlib

import numpy as np

BATCH, TOKENS = 8, 128
LAYERS, WIDTH, HEADS, VOCABULARY = 4, 128, 4, 256

DATA = pathlib.Path(__file__).resolve().parent / "data" / "gpt_step"


def parameters():
    """Name of each parameter, and whether its layer may be quantized."""
    layers = [
        (f"h{i}.{n}", True)
        for i in range(LAYERS)
        for n in ("q", "k", "v", "o", "up", "down")
    ]
    return [("wte", False), *layers, ("head", False)]


def shape(name):
    """[outputs, inputs] of a weight."""
    return {
        "wte": (VOCABULARY, WIDTH),
        "head": (VOCABULARY, WIDTH),
        "up": (4 * WIDTH, WIDTH),
        "down": (WIDTH, 4 * WIDTH),
    }.get(name.split(".")[-1], (WIDTH, WIDTH))


def rotary():
    """cos and sin, [1, tokens, 1, head / 2] in f32."""
    half = WIDTH // HEADS // 2
    frequency = 10000.0 ** (-np.arange(half) / half)
    angle = np.outer(np.arange(TOKENS), frequency)[None, :, None, :]
    return np.cos(angle).astype(np.float32), np.sin(angle).astype(np.float32)


def weights(seed=0):
    """Initial master weights in f32, in the order of parameters()."""
    draw = np.random.Generator(np.random.Philox(seed))
    arrays = []
    for name, _ in parameters():
        rows, columns = shape(name)
        deviation = 1.0 if name == "wte" else min(1, (rows / columns) ** 0.5)
        deviation /= 1 if name == "wte" else columns**0.5
        values = draw.standard_normal((rows, columns)) * deviation
        arrays.append(values.astype(np.float32))
    return arrays


def batch(index=0, text=None):
    """ids and targets of one batch, [batch, tokens] in int64."""
    if text is None:
        text = (DATA / "text.txt").read_bytes()
    data = np.frombuffer(text, np.uint8).astype(np.int64)
    span = TOKENS + 1
    starts = (index * BATCH + np.arange(BATCH)) * TOKENS % (len(data) - span)
    rows = np.stack([data[s : s + span] for s in starts])
    return np.ascontiguousarray(rows[:, :-1]), np.ascontiguousarray(rows[:, 1:])


def inputs(seed=0):
    """All arguments of @gpt_step in order."""
    return [*batch(), *rotary(), *weights(seed)]
