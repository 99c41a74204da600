#!/usr/bin/env python3
"""Writes examples/gpt_step.mlir: loss and all gradients of a small GPT.

The graph is PyTorch's own: the model below is traced forward and backward
under bf16 autocast over f32 master weights, decomposed to core ATen and lowered
to linalg by torch-mlir. Nothing in it is written by hand except two markings:
`{nvfp4.param}` on the weights of the attention and MLP layers, and the function
name.

The model follows nanochat: no biases, RMSNorm without a gain (also after the
embedding and on queries and keys), rotary positions, squared ReLU, and a head
that is not tied to the embedding.

Beside the graph it writes examples/data/gpt_step/reference.json: argument and
result names, and loss and gradient norms that PyTorch computes for the inputs
of `examples/gpt_inputs.py`, so that a compiled graph can be checked without
PyTorch.

Run in an environment with the pinned packages:

    python3 -m venv venv
    venv/bin/pip install -r examples/requirements-export-gpt.txt
    venv/bin/python examples/export_gpt_step.py
"""

import json
import pathlib
import re

import gpt_inputs as model
import torch
import torch.nn.functional as F
from torch._decomp import core_aten_decompositions
from torch.fx.experimental.proxy_tensor import make_fx
from torch_mlir import fx

HERE = pathlib.Path(__file__).resolve().parent
aten = torch.ops.aten


def norm(x):
    return F.rms_norm(x, (x.size(-1),))


def rotate(x, cos, sin):
    half = x.shape[-1] // 2
    a, b = x[..., :half], x[..., half:]
    return torch.cat([a * cos + b * sin, b * cos - a * sin], -1)


def attention(h, weights, layer, cos, sin):
    batch, tokens, width = h.shape
    head = width // model.HEADS
    q, k, v = (
        F.linear(h, weights[f"h{layer}.{n}"]).view(
            batch, tokens, model.HEADS, head
        )
        for n in "qkv"
    )
    q, k = norm(rotate(q, cos, sin)), norm(rotate(k, cos, sin))
    q, k, v = (t.transpose(1, 2) for t in (q, k, v))
    scores = (q @ k.transpose(-1, -2)).float() * head**-0.5
    causal = torch.ones(tokens, tokens, dtype=torch.bool).tril()
    scores = scores.masked_fill(~causal, float("-inf")).softmax(-1)
    y = scores.to(torch.bfloat16) @ v
    return y.transpose(1, 2).reshape(batch, tokens, width)


def loss_of(ids, targets, cos, sin, weights):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        x = norm(F.embedding(ids, weights["wte"]))
        for layer in range(model.LAYERS):
            y = attention(norm(x), weights, layer, cos, sin)
            x = x + F.linear(y, weights[f"h{layer}.o"])
            h = F.relu(F.linear(norm(x), weights[f"h{layer}.up"])).square()
            x = x + F.linear(h, weights[f"h{layer}.down"])
        logits = F.linear(norm(x), weights["head"]).float()
    return F.cross_entropy(logits.flatten(0, 1), targets.flatten())


def step(ids, targets, cos, sin, *arrays):
    names = [name for name, _ in model.parameters()]

    def loss(arrays):
        return loss_of(
            ids, targets, cos, sin, dict(zip(names, arrays, strict=False))
        )

    gradients, value = torch.func.grad_and_value(loss)(arrays)
    return (value, *gradients)


def one_hot(indices, classes):
    return indices.flatten()[:, None] == torch.arange(classes)


def embedding_backward(grad, indices, classes, padding, by_frequency):
    """The gradient as one-hot^T E, which needs no scatter."""
    rows = one_hot(indices, classes).to(grad.dtype)
    return rows.t() @ grad.flatten(0, -2)


def nll_backward(grad, logp, target, weight, reduction, ignore, total):
    """Mean reduction without weights; a comparison instead of a scatter."""
    assert weight is None and reduction == 1
    return one_hot(target, logp.shape[1]).to(grad.dtype) * (-grad / total)


def squeeze(x, dims):
    dims = [d % x.dim() for d in dims]
    return x.view([n for i, n in enumerate(x.shape) if i not in dims or n != 1])


def decompositions():
    """Core ATen, and three ops the importer would turn into a dialect of its
    own or has no lowering for."""
    table = dict(core_aten_decompositions())
    table[aten.embedding_dense_backward.default] = embedding_backward
    table[aten.nll_loss_backward.default] = nll_backward
    table[aten.squeeze.dims] = squeeze
    return table


def mark_parameters(text):
    """Adds {nvfp4.param} to the layers' weights in the function's signature."""
    first = 4  # ids, targets, cos, sin
    for i, (_, quantize) in enumerate(model.parameters()):
        if quantize:
            text, n = re.subn(
                rf"(%arg{first + i}: tensor<[^>]*>)",
                r"\1 {nvfp4.param}",
                text,
                count=1,
            )
            assert n == 1
    return text


def main():
    arrays = [torch.from_numpy(a) for a in model.inputs()]
    pure = torch.func.functionalize(step)  # some decompositions are in place
    graph = make_fx(pure, decomposition_table=decompositions())(*arrays)
    module = fx.stateless_fx_import(
        graph, output_type="linalg-on-tensors", model_name="gpt_step"
    )
    header = (
        "// Loss and all gradients of a small GPT, forward and backward under "
        "bf16\n// autocast over f32 master weights. Written by "
        "examples/export_gpt_step.py from\n// PyTorch "
        f"{torch.__version__.split('+')[0]} through torch-mlir; do not edit.\n"
    )
    text = mark_parameters(str(module))
    (HERE / "gpt_step.mlir").write_text(header + text)

    loss, *gradients = step(*arrays)
    names = ["ids", "targets", "cos", "sin"]
    names += [name for name, _ in model.parameters()]
    reference = {
        "arguments": names,
        "results": ["loss"] + [f"d.{n}" for n in names[4:]],
        "loss": loss.item(),
        "gradient_norms": {
            n: g.double().norm().item()
            for n, g in zip(names[4:], gradients, strict=False)
        },
    }
    out = HERE / "data" / "gpt_step" / "reference.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(reference, indent=1) + "\n")


if __name__ == "__main__":
    main()
