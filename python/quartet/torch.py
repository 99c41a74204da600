"""Linear layers of PyTorch that compiled programs calculate.

    from quartet.torch import Linear

    linear = Linear("quartet2.so", seed=1)
    y = linear(x, w)    # like torch.nn.functional.linear, with gradients
    ...
    linear.advance()    # after every training step

Importing this module needs PyTorch; the rest of the package does not.
"""

import torch

from ._linear import LinearPrograms
from ._program import load

_TYPES = {
    "i1": torch.bool,
    "i8": torch.uint8,
    "i32": torch.int32,
    "i64": torch.int64,
    "f8E4M3FN": torch.uint8,
    "f16": torch.float16,
    "bf16": torch.bfloat16,
    "f32": torch.float32,
}


class Linear:
    """Y = X W^T by the entries `forward_NxK` and `backward_NxK` of `program`, a
    path or a loaded program (docs/Python.md says what they take and return).

    Random numbers: every call between two `advance()` has a seed of its own,
    and so has every step; both products of a call's backward pass share the
    call's. Layers must be called in the same order in every step. The number of
    the step is in the memory of the tensors' device, so that a CUDA graph which
    contains `advance()` has new seeds at every replay. A call's seed is the
    start, plus 2^32 for every step, plus its number within the step; `seed`
    determines the start.
    """

    def __init__(self, program, seed=0):
        if not hasattr(program, "on_device"):
            program = load(program)
        self.program = program
        device = "cuda" if program.on_device else "cpu"
        self._next = torch.zeros((), dtype=torch.int64, device=device)
        self._layers = {}
        self.reset(seed)

    def reset(self, seed):
        """Starts again, from another seed."""
        generator = torch.Generator().manual_seed(seed)
        self._next.fill_(
            torch.randint(2**62, (), generator=generator, dtype=torch.int64)
        )
        self._calls = 0

    def advance(self):
        """Begins the next step."""
        self._next.add_(2**32)
        self._calls = 0

    def __call__(self, x, w):
        """x: bf16, any number of leading dimensions; w: bf16, N x K."""
        layer = self._layers.get(w.shape)
        if layer is None:
            layer = LinearPrograms(self.program, *w.shape)
            self._layers[w.shape] = layer
        seed = self._next + self._calls
        self._calls += 1
        y = _Apply.apply(x.reshape(-1, w.shape[1]), w, seed, layer)
        return y.view(*x.shape[:-1], w.shape[0])


def _options(tensor):
    """How entries make results: by PyTorch, on its current stream."""

    def allocate(shape, dtype):
        return torch.empty(shape, dtype=_TYPES[dtype], device=tensor.device)

    stream = torch.cuda.current_stream() if tensor.is_cuda else None
    return {"allocate": allocate, "stream": stream}


class _Apply(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, w, seed, layer):
        x, w = x.detach().contiguous(), w.detach().contiguous()
        y, saved = layer.forward(x, w, seed, **_options(x))
        ctx.layer = layer
        ctx.save_for_backward(seed, *saved)
        return y

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, e):
        seed, *saved = ctx.saved_tensors
        e = e.detach().contiguous()
        dx, dw = ctx.layer.backward(saved, e, seed, **_options(e))
        return dx, dw, None, None
