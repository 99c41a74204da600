"""Runs the CUDA C++ cases of this directory on a GPU of compute capability 9.0.

usage: record_cuda.py OUT.npz

Compiles every case for sm_90a with nvcc, launches it through the driver
(libcuda.so.1) and saves each output as <case>.<name> in OUT.npz, together with
the name of the GPU, the driver's version and nvcc's. It also compares with the
expected values, as run_cuda.py does. Cases for other targets are left out.
recorded_sm90.npz of this directory was made this way; run_cuda.py compares the
simulator's bytes with it.
"""

import ctypes
import os
import shutil
import subprocess
import sys
import tempfile

import numpy as np

sys.dont_write_bytecode = True

import cases


class Driver:
    """The few entry points that are needed; every failure raises."""

    def __init__(self):
        self.lib = ctypes.CDLL("libcuda.so.1")
        self("cuInit", 0)
        device = ctypes.c_int()
        self("cuDeviceGet", ctypes.byref(device), 0)
        self.context = ctypes.c_void_p()
        self("cuDevicePrimaryCtxRetain", ctypes.byref(self.context), device)
        self("cuCtxSetCurrent", self.context)

    def __call__(self, name, *args):
        code = getattr(self.lib, name)(*args)
        if code:
            raise RuntimeError(f"{name} failed with {code}")

    def describe(self):
        """What the recording must say about where it was made."""
        name = ctypes.create_string_buffer(100)
        self("cuDeviceGetName", name, 100, 0)
        version = ctypes.c_int()
        self("cuDriverGetVersion", ctypes.byref(version))
        return {"gpu": name.value.decode(), "driver": version.value}

    def upload(self, array):
        address = ctypes.c_uint64()
        self(
            "cuMemAlloc_v2",
            ctypes.byref(address),
            ctypes.c_size_t(max(array.nbytes, 1)),
        )
        if array.nbytes:
            self(
                "cuMemcpyHtoD_v2",
                address,
                array.ctypes.data_as(ctypes.c_void_p),
                ctypes.c_size_t(array.nbytes),
            )
        return address

    def encode(self, spec, addresses):
        """The 128-byte tensor map for `spec` of cases.Map."""
        name, *settings = spec.split(",")
        settings = dict(s.split("=") for s in settings)

        def numbers(key, kind):
            values = [int(v) for v in settings[key].split("x")]
            return (kind * len(values))(*values)

        width = int(settings.get("bytes", 1))
        dims = numbers("dims", ctypes.c_uint64)
        box = numbers("box", ctypes.c_uint32)
        rank = len(dims)
        strides = (ctypes.c_uint64 * max(rank - 1, 1))()
        pitch = width
        for i in range(rank - 1):
            pitch *= dims[i]
            strides[i] = pitch
        if "strides" in settings:
            strides = numbers("strides", ctypes.c_uint64)
        storage = (ctypes.c_uint8 * (128 + 64))()
        start = -ctypes.addressof(storage) % 64
        tensor_map = (ctypes.c_uint8 * 128).from_buffer(storage, start)
        self(
            "cuTensorMapEncodeTiled",
            tensor_map,
            {1: 0, 2: 1, 4: 2, 8: 4}[width],  # unsigned integers
            rank,
            addresses[name],
            dims,
            strides,
            box,
            (ctypes.c_uint32 * rank)(*[1] * rank),
            0,  # not interleaved
            ["none", "32", "64", "128"].index(settings.get("swizzle", "none")),
            0,  # no promotion in L2
            0,  # zeros out of bounds
        )
        return tensor_map

    def download(self, address, like):
        out = np.zeros_like(like)
        self(
            "cuMemcpyDtoH_v2",
            out.ctypes.data_as(ctypes.c_void_p),
            address,
            ctypes.c_size_t(out.nbytes),
        )
        return out


def launch(driver, cubin, case):
    module, function = ctypes.c_void_p(), ctypes.c_void_p()
    driver("cuModuleLoad", ctypes.byref(module), cubin.encode())
    driver(
        "cuModuleGetFunction",
        ctypes.byref(function),
        module,
        case.kernel.encode(),
    )
    values, outputs, addresses = [], {}, {}
    for name, value in case.args:
        if isinstance(value, cases.Output):
            host = np.zeros(value.shape, value.dtype)
            values.append(driver.upload(host))
            outputs[name] = (values[-1], host)
        elif isinstance(value, cases.InOut):
            values.append(driver.upload(value.array))
            outputs[name] = (values[-1], value.array)
        elif isinstance(value, cases.Hidden):
            addresses[name] = driver.upload(value.array)
            if value.is_output:
                outputs[name] = (addresses[name], value.array)
        elif isinstance(value, cases.Map):
            values.append(driver.encode(value.spec, addresses))
        elif isinstance(value, np.ndarray):
            values.append(driver.upload(np.ascontiguousarray(value)))
        elif isinstance(value, np.float32):
            values.append(ctypes.c_float(float(value)))
        else:
            values.append(ctypes.c_int32(int(value)))
    driver(
        "cuFuncSetAttribute",
        function,
        8,  # MAX_DYNAMIC_SHARED_SIZE_BYTES
        ctypes.c_int(case.shared),
    )
    pointers = (ctypes.c_void_p * len(values))(
        *[ctypes.addressof(v) for v in values]
    )
    grid = tuple(case.grid) + (1,) * (3 - len(case.grid))
    block = tuple(case.block) + (1,) * (3 - len(case.block))
    driver(
        "cuLaunchKernel",
        function,
        *grid,
        *block,
        case.shared,
        None,
        pointers,
        None,
    )
    driver("cuCtxSynchronize")
    got = {n: driver.download(a, h) for n, (a, h) in outputs.items()}
    driver("cuModuleUnload", module)
    return got


def main():
    nvcc = shutil.which("nvcc")
    here = os.path.dirname(os.path.abspath(__file__))
    driver = Driver()
    failures = 0
    recorded = driver.describe()
    recorded["nvcc"] = subprocess.run(
        [nvcc, "--version"], check=True, capture_output=True, text=True
    ).stdout.split("\n")[-2]
    with tempfile.TemporaryDirectory() as work:
        for case in cases.all_cases():
            if case.target != "sm_90a":
                continue
            cubin = os.path.join(work, case.source + ".cubin")
            if not os.path.exists(cubin):
                subprocess.run(
                    [
                        nvcc,
                        "-arch=sm_90a",
                        "-O3",
                        "-cubin",
                        os.path.join(here, "cuda", case.source),
                        "-o",
                        cubin,
                    ],
                    check=True,
                )
            got = launch(driver, cubin, case)
            for name, array in got.items():
                recorded[f"{case.name}.{name}"] = array
            problem = case.check(got)
            failures += bool(problem)
            print(f"{case.name}: {problem or 'as expected'}")
    np.savez_compressed(sys.argv[1], **recorded)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
