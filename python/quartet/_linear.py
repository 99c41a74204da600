"""The programs of one linear layer, whatever makes its arrays."""


class LinearPrograms:
    """The entries `forward_NxK` and `backward_NxK` of a program.

    The first takes X (T x K) and W (N x K) and returns Y and what it saves; the
    second takes that and E (T x N) and returns dX and dW. Either may take the
    seed, an integer or an array, which is dropped where it is not needed.
    """

    def __init__(self, program, outputs, inputs):
        self.forward_entry = program[f"forward_{outputs}x{inputs}"]
        self.backward_entry = program[f"backward_{outputs}x{inputs}"]

    def forward(self, x, w, seed, **options):
        """Y, and a tuple for `backward`."""
        y, *saved = _call(self.forward_entry, (x, w), seed, options)
        return y, tuple(saved)

    def backward(self, saved, e, seed, **options):
        """dX and dW."""
        return _call(self.backward_entry, (*saved, e), seed, options)


def _call(entry, args, seed, options):
    if entry.takes_seed:
        options = {**options, "seed": seed}
    return entry(*args, **options)
