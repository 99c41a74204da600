"""Calls programs that quartet-compile has written as shared libraries.

    import quartet

    step = quartet.load("step.so")["step"]
    y, dx, dw = step(x, w, e, seed=1)

Programs for the host take and return NumPy arrays. Programs for a GPU take
anything with DLPack or `__cuda_array_interface__`, PyTorch tensors among them,
and return `DeviceArray`; NumPy arrays are copied there and back. NumPy has no
bf16, fp8 or fp4: their bits are uint16, uint8, and uint8 with two codes to a
byte. Nothing but NumPy and the libraries themselves is needed.
"""

from ._arrays import DeviceArray
from ._program import Entry, Program, load
from ._runtime import (
    DeviceError,
    Graph,
    Stream,
    load_runtime,
    open_driver,
    use_device,
)

__all__ = [
    "DeviceArray",
    "DeviceError",
    "Entry",
    "Graph",
    "Program",
    "Stream",
    "load",
    "load_runtime",
    "open_driver",
    "use_device",
]
