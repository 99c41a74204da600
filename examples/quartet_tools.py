# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles a function with quartet-compile and calls it through its C entry.

The C interface is include/quartet/Runtime/ABI.h: pointers and sizes in, results
in buffers of the caller, and a JSON signature in the library that says which.
"""

import argparse
import ctypes
import json
import math
import re
import subprocess

import numpy as np

ALIGNMENT = 64
DTYPES = {
    "bf16": np.uint16,  # NumPy has no bfloat16: the bits travel.
    "f32": np.float32,
    "i64": np.int64,
}


class ToolError(Exception):
    """A failure to report to the user in one line."""


def load_bf16(path):
    """Reads a matrix of bfloat16 bits."""
    try:
        array = np.load(path, allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        reason = (
            getattr(error, "strerror", None) or "expects a complete .npy file"
        )
        raise ToolError(f"cannot read {path}: {reason}") from error
    if array.dtype != np.uint16 or array.ndim != 2:
        found = f"{array.dtype} of rank {array.ndim}"
        raise ToolError(f"{path}: expects a uint16 matrix, but got {found}")
    return np.ascontiguousarray(array)


def run_tool(build_dir, name, arguments):
    """Runs a tool of the build; returns its standard output and error."""
    tool = build_dir / "bin" / name
    if not tool.is_file():
        raise ToolError(
            f"cannot find {tool}: build it with 'ninja -C {build_dir}'"
        )
    done = subprocess.run(
        [str(tool), *map(str, arguments)], capture_output=True, text=True
    )
    if done.returncode != 0:
        lines = (done.stdout + done.stderr).strip().splitlines()
        cause = next(
            (x for x in lines if "error:" in x), lines[-1] if lines else ""
        )
        raise ToolError(f"{name} failed with code {done.returncode}: {cause}")
    return done.stdout, done.stderr


class CompiledStep:
    """One entry of a shared library that quartet-compile has written."""

    def __init__(self, path, entry):
        library = ctypes.CDLL(str(path))
        text = (ctypes.c_char * 1).in_dll(library, f"{entry}_signature")
        signature = json.loads(ctypes.string_at(ctypes.addressof(text)))
        self.entry = entry
        self.args = signature["args"]
        self.results = signature["results"]
        self.checks = signature["checks"]
        self.takes_seed = any(spec.get("seed") for spec in self.args)
        pointer = ctypes.c_void_p
        self.call = getattr(library, entry)
        self.call.argtypes = [pointer] * 5
        self.call.restype = ctypes.c_int32
        self.workspace_size = getattr(library, f"{entry}_workspace_size")
        self.workspace_size.argtypes = [pointer]
        self.workspace_size.restype = ctypes.c_int64
        self.result_sizes = getattr(library, f"{entry}_result_sizes")
        self.result_sizes.argtypes = [pointer, pointer]
        self.result_sizes.restype = None

    def run(self, arrays, seed):
        """Calls the entry; the seed goes to the argument marked as such."""
        arrays = list(arrays)
        inputs = []
        sizes = []
        for spec in self.args:
            if spec.get("seed"):
                array = np.array(seed, np.int64)
            else:
                array = np.ascontiguousarray(arrays.pop(0))
            self._check(spec, array)
            inputs.append(array)
            shape = spec["shape"]
            sizes += [array.shape[i] for i, n in enumerate(shape) if n == -1]
        sizes = np.array(sizes, np.int64)

        count = sum(spec["shape"].count(-1) for spec in self.results)
        extents = np.zeros(count, np.int64)
        self.result_sizes(sizes.ctypes.data, extents.ctypes.data)
        remaining = iter(extents.tolist())
        outputs = []
        for spec in self.results:
            shape = [next(remaining) if n == -1 else n for n in spec["shape"]]
            outputs.append(np.empty(shape, DTYPES[spec["dtype"]]))

        workspace = aligned_bytes(self.workspace_size(sizes.ctypes.data))
        status = self.call(
            pointers(inputs),
            pointers(outputs),
            sizes.ctypes.data,
            workspace,
            None,
        )
        if status > 0:
            raise ToolError(f"{self.entry}: {self.checks[status - 1]}")
        if status < 0:
            raise ToolError(
                f"{self.entry}: expects sizes from 0 to what memory holds"
            )
        return outputs

    def _check(self, spec, array):
        shape = spec["shape"]
        fits = array.dtype == DTYPES.get(spec["dtype"]) and array.ndim == len(
            shape
        )
        fits = fits and all(
            n in (-1, array.shape[i]) for i, n in enumerate(shape)
        )
        if not fits:
            expected = "x".join(["?" if n == -1 else str(n) for n in shape])
            found = "x".join(map(str, array.shape))
            raise ToolError(
                f"argument {spec['name']} of {self.entry}: expects "
                f"{expected} {spec['dtype']}, but got {found} {array.dtype}"
            )


def pointers(arrays):
    """A C array of the arrays' addresses, as one address."""
    table = (ctypes.c_void_p * len(arrays))(*(a.ctypes.data for a in arrays))
    return ctypes.cast(table, ctypes.c_void_p)


def aligned_bytes(size):
    """The address of `size` bytes aligned as the C interface wants it, or null.

    The returned object keeps the memory alive.
    """
    if size <= 0:
        return None
    memory = np.empty(size + ALIGNMENT, np.uint8)
    address = ctypes.c_void_p(
        memory.ctypes.data + -memory.ctypes.data % ALIGNMENT
    )
    address.owner = memory
    return address


def compile_step(build_dir, source, entry, recipe, work_dir):
    """Compiles `source` for the host.

    Returns the loaded step, the compiler's remarks (one string each), and the
    program text at the level of the nvfp4 dialect.
    """
    common = [source, "--target=host", f"--recipe={recipe}"]
    library = work_dir / f"{entry}-{recipe}.so"
    run_tool(
        build_dir, "quartet-compile", [*common, "--emit=so", "-o", library]
    )
    text, log = run_tool(
        build_dir, "quartet-compile", [*common, "--emit=nvfp4", "-o", "-"]
    )
    remarks = []
    for line in log.splitlines():
        if "remark:" in line:
            remarks.append(line.replace(str(source), source.name, 1))
    return CompiledStep(library, entry), remarks, text


def list_operations(text):
    """What `nvfp4` program text does to matrices, in program order.

    One string per operation: quantizers and rotations with their parameters.
    """
    found = []
    for line in text.splitlines():
        quantizer = re.search(r"nvfp4\.quantize <([^>]*)>", line)
        if quantizer:
            found.append(quantizer.group(1))
        elif "nvfp4.rotate" in line:
            group = re.search(r"group = (\d+)", line)
            found.append(f"rotation over {group.group(1) if group else 128}")
        elif "nvfp4.scaled_matmul" in line:
            found.append("scaled_matmul")
    return found


def written_bytes(line, rows):
    """Bytes of the three tensors that a line with nvfp4.quantize writes.

    Dynamic extents are taken to be `rows`.
    """
    data, scales, scalar = re.findall(
        r"tensor<((?:[?\d]+x)*)(f4E2M1FN|f8E4M3FN|f32)>",
        line.split("outs(")[1],
    )[:3]
    shapes = {}
    for dims, kind in (data, scales, scalar):
        extents = [rows if n == "?" else int(n) for n in dims.split("x")[:-1]]
        shapes[kind] = math.prod(extents)
    return {
        "codes": shapes["f4E2M1FN"] // 2,
        "scales": shapes["f8E4M3FN"],
        "ts": 4 * shapes["f32"],
    }


def quantized_argument_bytes(text, argument, rows):
    """Bytes of the quantized form of an argument in `nvfp4` program text.

    Finds the nvfp4.quantize that reads the argument untransposed; None if there
    is none.
    """
    for line in text.splitlines():
        if "nvfp4.quantize" not in line or f"ins(%arg{argument} :" not in line:
            continue
        if "transpose" not in line:
            return written_bytes(line, rows)
    return None


def saved_activations(text):
    """Bytes of each quantized activation that a backward pass reads again.

    In `nvfp4` program text of static extents these are the matrices that are
    the first operand of a product and are dequantized later, in program order.
    """
    found = []
    for line in text.splitlines():
        match = re.match(r"\s*(%\w+):3 = nvfp4\.quantize ", line)
        if not match:
            continue
        data = re.escape(match.group(1)) + "#0"
        if re.search(rf"scaled_matmul lhs\({data}\b", text) and re.search(
            rf"dequantize ins\({data}\b", text
        ):
            found.append(sum(written_bytes(line, rows=0).values()))
    return found


def relative_error(value, target):
    """|value - target|^2 / |target|^2, summed over all elements."""
    difference = value.astype(np.float64) - target
    return float(np.vdot(difference, difference) / np.vdot(target, target))


def table(title, explanation, header, rows):
    """Prints right-aligned columns; the first one is left-aligned."""
    widths = [
        max(len(r[i]) for r in [header, *rows]) for i in range(len(header))
    ]
    print(f"\n{title}\n  {explanation}")
    for row in [header, *rows]:
        cells = [row[0].ljust(widths[0])]
        cells += [row[i].rjust(widths[i]) for i in range(1, len(row))]
        print("  " + "  ".join(cells).rstrip())


class Parser(argparse.ArgumentParser):
    """Reports bad options like every other failure."""

    def error(self, message):
        raise ToolError(message)
