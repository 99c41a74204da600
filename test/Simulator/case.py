"""What a test case of a CUDA C++ kernel consists of."""

import dataclasses
from typing import Any

import numpy as np


@dataclasses.dataclass
class Output:
    """A buffer that the kernel fills; zeroed before when `zero`."""

    dtype: Any
    shape: tuple
    zero: bool = False


@dataclasses.dataclass
class InOut:
    """A buffer with contents that the kernel changes."""

    array: np.ndarray


@dataclasses.dataclass
class Hidden:
    """A buffer that is no parameter, only reached through a tensor map."""

    array: np.ndarray
    is_output: bool = False


@dataclasses.dataclass
class Map:
    """A tensor map; `spec` in the syntax of quartet-sim --arg map:."""

    spec: str


@dataclasses.dataclass
class Case:
    name: str
    source: str
    kernel: str
    grid: tuple
    block: tuple
    args: list
    expect: dict
    tolerance: dict = dataclasses.field(default_factory=dict)
    shared: int = 0
    target: str = "sm_90a"

    def check(self, got):
        """The reason why `got` is wrong, or an empty string."""
        for name, want in self.expect.items():
            have = got[name]
            bound = self.tolerance.get(name, 0)
            if bound:
                error = np.abs(have.astype(np.float64) - want).max()
                if not error <= bound:
                    return f"{name} differs by {error}, allowed {bound}"
                continue
            if have.tobytes() != want.astype(have.dtype).tobytes():
                a, b = have.ravel(), want.astype(have.dtype).ravel()
                same = (a == b) | ((a != a) & (b != b))
                bad = np.nonzero(~same)[0]
                if len(bad) == 0:
                    continue  # NaN payloads and nothing else
                i = int(bad[0])
                return (
                    f"{name}: {len(bad)} of {len(a)} differ, first at {i}: "
                    f"got {a[i]!r}, expected {b[i]!r}"
                )
        return ""


def rng(seed):
    return np.random.default_rng(seed)
