"""usage: check_host.py LIBRARY: the entries of host.mlir with NumPy arrays."""

import sys

import numpy as np
import quartet


class Wrapped:
    """Offers DLPack alone."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__()


def raises(kind, text, function, *args, **options):
    try:
        function(*args, **options)
    except kind as error:
        assert text in str(error), error
    else:
        raise AssertionError(f"{text}: no error")


program = quartet.load(sys.argv[1])
assert not program.on_device
affine = program["affine"]
assert affine is program["affine"]
x = np.arange(12, dtype=np.float32).reshape(3, 4)
w = np.array([1, 2, 3, 4], np.float32)
y, total = affine(x, w)
assert y.dtype == np.float32 and (y == x * w).all()
assert total.shape == () and total == (x * w).sum()

# Any layout, any producer, no rows.
assert (affine(np.asfortranarray(x), w)[0] == x * w).all()
assert (affine(Wrapped(x), w)[0] == x * w).all()
assert affine(np.empty((0, 4), np.float32), w)[0].shape == (0, 4)
own = np.empty((3, 4), np.float32), np.empty((), np.float32)
results = affine(x, w, out=own)
assert results[0] is own[0] and (own[0] == x * w).all()

raises(KeyError, "has no entry 'none'", program.__getitem__, "none")
raises(TypeError, "'affine' expects 2 arguments, but got 1", affine, x)
raises(TypeError, "expects no seed", affine, x, w, seed=1)
raises(
    TypeError,
    "argument 1 of 'affine' expects float32 (f32) of shape (4), but got "
    "float64 of shape (4,)",
    affine,
    x,
    w.astype(np.float64),
)
raises(TypeError, "of shape (?, 4), but got", affine, x[:, :3], w)
raises(
    TypeError, "expects 2 arrays in out, but got 1", affine, x, w, out=own[0]
)
raises(
    TypeError,
    "result 0 of 'affine' expects float32 (f32) of shape (3, 4), but got",
    affine,
    x,
    w,
    out=(own[0][:2], own[1]),
)

# An argument that holds a result; bf16 as its bits.
accumulate = program["accumulate"]
acc = np.array([1, 2, 3, 4], np.float32)
halves = np.full(4, 0x3F00, np.uint16)
result = accumulate(acc, halves)
assert result is acc and (acc == [1.5, 2.5, 3.5, 4.5]).all()
acc.flags.writeable = False
raises(ValueError, "writes into argument", accumulate, acc, halves)

# Sizes that contradict each other.
add = program["add"]
ones = np.ones(3, np.float32)
assert (add(ones, ones) == 2).all()
raises(ValueError, "but got other sizes", add, ones, ones[:2])

# A seed is given by name or like any other argument.
shift = program["shift"]
x = np.arange(4, dtype=np.int64)
assert (shift(x, seed=5) == x + 5).all()
assert (shift(x, seed=2**64 - 1) == x - 1).all()
assert (shift(x, np.array(7, np.int64)) == x + 7).all()
raises(TypeError, "one of them the seed", shift, x)
print("ok")
