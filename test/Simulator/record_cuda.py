"""Runs the CUDA C++ cases of this directory on a GPU of compute capability 9.0.

usage: record_cuda.py OUT_DIR

Compiles every case for sm_90a with nvcc, launches it through the driver
(libcuda.so.1) and saves each output as OUT_DIR/<case>_<name>.npy. It also
compares with the expected values, as run_cuda.py does. Cases for other targets
are left out, and so are those with tensor maps, which need the driver's
encoder with its own parameters.
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
    values, outputs = [], {}
    for name, value in case.args:
        if isinstance(value, cases.Output):
            host = np.zeros(value.shape, value.dtype)
            values.append(driver.upload(host))
            outputs[name] = (values[-1], host)
        elif isinstance(value, cases.InOut):
            values.append(driver.upload(value.array))
            outputs[name] = (values[-1], value.array)
        elif isinstance(value, np.ndarray):
            values.append(driver.upload(np.ascontiguousarray(value)))
        elif isinstance(value, np.float32):
            values.append(ctypes.c_float(float(value)))
        else:
            values.append(ctypes.c_int32(int(value)))
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
    out_dir = sys.argv[1]
    os.makedirs(out_dir, exist_ok=True)
    nvcc = shutil.which("nvcc")
    here = os.path.dirname(os.path.abspath(__file__))
    driver = Driver()
    failures = 0
    with tempfile.TemporaryDirectory() as work:
        for case in cases.all_cases():
            maps = any(isinstance(v, cases.Map) for _, v in case.args)
            if case.target != "sm_90a" or maps:
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
                np.save(os.path.join(out_dir, f"{case.name}_{name}.npy"), array)
            problem = case.check(got)
            failures += bool(problem)
            print(f"{case.name}: {problem or 'as expected'}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
