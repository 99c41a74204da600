"""Runs the functions of product-hopper.mlir on the simulator and on the host.

usage: product_hopper.py <build folder> <folder>

The folder has the programs gpu.so and host.so. Codes are multiples of 1/2 up to
6, block scales 1/2, 1 or 2, tensor scales powers of two: products are multiples
of 1/16 below 144, so sums of 96 of them, and the old values, need less than the
24 bits of f32 and are exact in any order.
"""

import ctypes
import json
import sys

import numpy as np

BUILD, FOLDER = sys.argv[1:]
RUNTIME = ctypes.CDLL(f"{BUILD}/lib/libquartet_runtime.so")
RUNTIME.quartet_last_error.restype = ctypes.c_char_p
TYPES = {"bf16": np.uint16, "f16": np.float16, "f32": np.float32}


def check(code):
    if code != 0:
        sys.exit(f"{code}: {RUNTIME.quartet_last_error().decode()}")


def upload(array):
    """The array's address in a new buffer of the device."""
    pointer, size = ctypes.c_void_p(), ctypes.c_uint64(array.nbytes)
    check(RUNTIME.quartet_device_alloc(size, ctypes.byref(pointer)))
    source = ctypes.c_void_p(array.ctypes.data)
    check(RUNTIME.quartet_copy_to_device(pointer, source, size, None))
    return pointer.value


def download(array, address):
    target, source = (
        ctypes.c_void_p(array.ctypes.data),
        ctypes.c_void_p(address),
    )
    size = ctypes.c_uint64(array.nbytes)
    check(RUNTIME.quartet_copy_to_host(target, source, size, None))
    check(RUNTIME.quartet_stream_synchronize(None))


def call(library, name, arguments, on_device):
    """The only result of the entry `name`."""
    text = ctypes.c_char.in_dll(library, f"{name}_signature")
    signature = json.loads(ctypes.string_at(ctypes.addressof(text)))
    sizes = [
        have
        for spec, array in zip(signature["args"], arguments, strict=True)
        for want, have in zip(spec["shape"], array.shape, strict=True)
        if want < 0
    ]
    sizes = (ctypes.c_int64 * len(sizes))(*sizes)
    (spec,) = signature["results"]
    extents = (ctypes.c_int64 * len(spec["shape"]))()
    library[f"{name}_result_sizes"](sizes, extents)
    dynamic = iter(extents)
    shape = [next(dynamic) if n < 0 else n for n in spec["shape"]]
    result = np.zeros(shape, TYPES[spec["dtype"]])
    get_size = library[f"{name}_workspace_size"]
    get_size.restype = ctypes.c_int64
    workspace = np.empty(get_size(sizes) + 64, np.uint8)
    arrays = [*arguments, result, workspace]
    if on_device:
        places = [upload(a) for a in arrays]
    else:
        places = [a.ctypes.data for a in arrays]
        places[-1] += -places[-1] % 64
    count = len(arguments)
    check(
        library[name](
            (ctypes.c_void_p * count)(*places[:count]),
            (ctypes.c_void_p * 1)(places[count]),
            sizes,
            ctypes.c_void_p(places[-1]),
            None,
        )
    )
    if on_device:
        download(result, places[count])
    return result


check(
    RUNTIME.quartet_open_driver(f"{BUILD}/lib/libquartet_simdriver.so".encode())
)
rng = np.random.default_rng(3)

# E4M3 of 1/2, 1 and 2.
SCALES = np.array([0x30, 0x38, 0x40], np.uint8)


def triple(*shape, tiled=False):
    *batch, rows, columns = shape
    data = rng.integers(0, 256, (*batch, rows, columns // 2), np.uint8)
    blocks = (*batch, rows, columns // 16)
    if tiled:
        blocks = (-(-rows // 128), -(-columns // 64), 32, 4, 4)
    scales = SCALES[rng.integers(0, 3, blocks)]
    ts = np.array(2.0 ** rng.integers(-4, 5), np.float32)
    return data, scales, ts


def integers(*shape):
    return rng.integers(-8, 9, shape).astype(np.float32)


def to_bf16(x):
    return (x.view(np.uint32) >> 16).astype(np.uint16)


def main():
    gpu = ctypes.CDLL(f"{FOLDER}/gpu.so")
    host = ctypes.CDLL(f"{FOLDER}/host.so")
    cases = [
        ("direct", (m, n, k), (*triple(m, k), *triple(n, k)))
        for m, n, k in ((1, 1, 32), (70, 65, 96), (0, 3, 32), (3, 2, 0))
    ]
    weights = triple(48, 64)
    cases += [
        (
            "accumulate",
            (40, 48, 64),
            (*triple(40, 64), *triple(48, 64, tiled=True), integers(40, 48)),
        ),
        (
            "epilogue",
            (67, 48, 64),
            (
                *triple(67, 64),
                *weights,
                to_bf16(integers(48)),
                integers(67, 48),
            ),
        ),
        ("batched", (2, 5, 48, 64), (*triple(2, 5, 64), *triple(2, 48, 64))),
        ("shared", (20, 48, 64), (*triple(20, 64), *weights)),
    ]
    for name, extents, arguments in cases:
        got = call(gpu, name, arguments, True)
        want = call(host, name, arguments, False)
        same = got.dtype == want.dtype and np.array_equal(
            got.view(np.uint8), want.view(np.uint8)
        )
        print(
            f"{name} {'x'.join(map(str, extents))}: "
            + ("equal" if same else f"{(got != want).sum()} differ")
        )


main()
