"""Calls the entry `program` of a library for a GPU on the simulator's driver,
and of one for the host, with the same arguments.

usage: program.py <build folder> <GPU library> <host library>
"""

import ctypes
import sys

import numpy as np

BUILD, GPU, HOST = sys.argv[1:]
RUNTIME = ctypes.CDLL(f"{BUILD}/lib/libquartet_runtime.so")
RUNTIME.quartet_last_error.restype = ctypes.c_char_p
COLS = 48


def check(code):
    if code != 0:
        sys.exit(RUNTIME.quartet_last_error().decode())


class Buffer:
    """An array in the memory of the device."""

    def __init__(self, array):
        self.array = array
        self.pointer = ctypes.c_void_p()
        size = ctypes.c_uint64(array.nbytes)
        check(RUNTIME.quartet_device_alloc(size, ctypes.byref(self.pointer)))
        source = ctypes.c_void_p(array.ctypes.data)
        check(RUNTIME.quartet_copy_to_device(self.pointer, source, size, None))

    def read(self):
        target = ctypes.c_void_p(self.array.ctypes.data)
        size = ctypes.c_uint64(self.array.nbytes)
        check(RUNTIME.quartet_copy_to_host(target, self.pointer, size, None))
        check(RUNTIME.quartet_stream_synchronize(None))
        return self.array


def pointers(values):
    return (ctypes.c_void_p * len(values))(*values)


def call(path, args, results, rows, on_device):
    library = ctypes.CDLL(path)
    library.program_workspace_size.restype = ctypes.c_int64
    sizes = (ctypes.c_int64 * 2)(*rows)
    size = library.program_workspace_size(sizes)
    workspace = np.zeros(max(size, 0) + 64, np.uint8)
    if on_device:
        buffers = [Buffer(a) for a in args + results + [workspace]]
        places = [b.pointer.value for b in buffers]
    else:
        places = [a.ctypes.data for a in args + results + [workspace]]
        places[-1] += -places[-1] % 64
    code = library.program(
        pointers(places[: len(args)]),
        pointers(places[len(args) : -1]),
        sizes,
        ctypes.c_void_p(places[-1]),
        None,
    )
    if on_device and code == 0:
        for buffer in buffers[len(args) : -1]:
            buffer.read()
    return code


check(
    RUNTIME.quartet_open_driver(f"{BUILD}/lib/libquartet_simdriver.so".encode())
)
rng = np.random.default_rng(3)
for rows in (37, 1, 0):
    bits = rng.integers(0, 0x4000, (rows, COLS)).astype(np.uint16)
    arguments = [
        bits,
        rng.standard_normal(COLS).astype(np.float32),
        rng.standard_normal((rows, COLS)).astype(np.float32),
    ]
    found, expected = (
        [
            np.full((rows, COLS), np.nan, np.float32),
            np.full(COLS, np.nan, np.float32),
            np.full((rows, COLS), np.nan, np.float32),
        ]
        for _ in range(2)
    )
    check(call(GPU, arguments, found, (rows, rows), True))
    if call(HOST, arguments, expected, (rows, rows), False) != 0:
        sys.exit("the host refuses")
    same = all(
        a.tobytes() == b.tobytes() for a, b in zip(found, expected, strict=True)
    )
    print(f"rows {rows}: {'equal' if same else 'DIFFERENT'}")
code = call(GPU, arguments, found, (2, 3), True)
print(f"contradicting sizes: {'refused' if code == 1 else code}")
