"""usage: check_linear.py RECIPE PAIR LAYER: the pair of functions of a linear
layer gives the bytes of the same layer in one function, also as
quartet.torch.Linear if there is a PyTorch."""

import importlib.util
import sys

import numpy as np
import quartet
from quartet._linear import LinearPrograms

TOKENS, N, K = 40, 48, 80
recipe = sys.argv[1]
pair, whole = map(quartet.load, sys.argv[2:])
stochastic = recipe != "rtn"


def matrix(rng, shape):
    values = rng.standard_normal(shape).astype(np.float32)
    return (values.view(np.uint32) >> 16).astype(np.uint16)


rng = np.random.default_rng(1)
x, w, e = (matrix(rng, s) for s in ((TOKENS, K), (N, K), (TOKENS, N)))
layer = LinearPrograms(pair, N, K)
assert layer.backward_entry.takes_seed == stochastic
seed = 2**40 + 3


def run(seed):
    y, saved = layer.forward(x, w, seed)
    return (y, *layer.backward(saved, e, seed))


def is_equal(got, want):
    return all(map(np.array_equal, got, want))


options = {"seed": seed} if stochastic else {}
want = whole["layer"](x, w, e, **options)
assert is_equal(run(seed), want)
assert is_equal(run(np.array(seed)), want)
got = run(seed + 1)
assert np.array_equal(got[0], want[0])
assert is_equal(got[1:], want[1:]) != stochastic

# What allocate= makes is what is returned.
made = []


def allocate(shape, dtype):
    made.append((shape, dtype, np.zeros(shape, np.uint16)))
    return made[-1][2]


results = whole["layer"](x, w, e, allocate=allocate, **options)
assert [m[:2] for m in made] == [(r.shape, "bf16") for r in results]
assert all(m[2] is r for m, r in zip(made, results, strict=True))
assert is_equal(results, want)

if importlib.util.find_spec("torch"):
    import torch
    from quartet.torch import Linear

    def tensor(bits):
        bits = torch.from_numpy(bits.view(np.int16).copy())
        return bits.view(torch.bfloat16).requires_grad_()

    def apply(linear):
        """Bits of Y, dX and dW, the rows of X in two dimensions."""
        a, b = tensor(x), tensor(w)
        y = linear(a.view(4, -1, K), b)
        y.backward(tensor(e).detach().view(4, -1, N))
        return [
            t.detach().view(torch.int16).numpy().view(np.uint16)
            for t in (y.flatten(0, 1), a.grad, b.grad)
        ]

    linear = Linear(pair, seed=5)
    start = linear._next.item()
    first = apply(linear)
    assert is_equal(first, run(start))
    assert is_equal(apply(linear), run(start + 1))
    linear.advance()
    assert is_equal(apply(linear), run(start + 2**32))
    linear.reset(5)
    assert is_equal(apply(linear), first)
print("ok")
