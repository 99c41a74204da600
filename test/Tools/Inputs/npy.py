"""Writes and prints .npy files in tests, with Python's standard library only.

    npy.py make TYPE SHAPE VALUES FILE    one value is repeated
    npy.py show FILE...                   type, shape and values, one line each

TYPE is NumPy's code, such as f4 or u2; SHAPE is 2x3, or - for a scalar; VALUES
are separated by commas. bf16 values are written as their bits, 0x3f80 is 1.
"""

import ast
import math
import struct
import sys

CODES = {
    "b1": "?",
    "i1": "b",
    "i2": "h",
    "i4": "i",
    "i8": "q",
    "u1": "B",
    "u2": "H",
    "u4": "I",
    "u8": "Q",
    "f2": "e",
    "f4": "f",
    "f8": "d",
}


def make(kind, shape, values, path):
    extents = [] if shape == "-" else [int(n) for n in shape.split("x")]
    number = float if kind[0] == "f" else lambda text: int(text, 0)
    numbers = [number(v) for v in values.split(",")] if values else []
    count = math.prod(extents)
    if len(numbers) == 1:
        numbers *= count
    assert len(numbers) == count, f"{len(numbers)} values for {count}"
    order = "|" if kind[1] == "1" else "<"
    text = str(
        {
            "descr": order + kind,
            "fortran_order": False,
            "shape": tuple(extents),
        }
    )
    header = text.encode() + b" " * (-(len(text) + 11) % 64) + b"\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)))
        file.write(header)
        file.write(struct.pack(f"<{count}{CODES[kind]}", *numbers))


def show(path):
    with open(path, "rb") as file:
        data = file.read()
    assert data[:8] == b"\x93NUMPY\x01\x00"
    (length,) = struct.unpack("<H", data[8:10])
    assert (10 + length) % 64 == 0
    header = ast.literal_eval(data[10 : 10 + length].decode())
    kind = header["descr"][1:]
    assert not header["fortran_order"]
    count = math.prod(header["shape"])
    values = struct.unpack(f"<{count}{CODES[kind]}", data[10 + length :])
    print(kind, header["shape"], *values)


if sys.argv[1] == "make":
    make(*sys.argv[2:])
else:
    for name in sys.argv[2:]:
        show(name)
