"""Runs the kernels of a function on the simulator.

A function of nvfp4 operations on tensors is bufferized and converted to kernels
by quartet-opt. The kernels become PTX through the tools of LLVM; the launches,
which must have constant sizes, are executed one by one. Arrays are bytes of
their element types: bf16 is uint16, packed codes and scales are uint8.
"""

import os
import re
import subprocess

import numpy as np

DTYPES = {
    "bf16": np.uint16,
    "f16": np.uint16,
    "f32": np.uint32,
    "i64": np.uint64,
    "i32": np.uint32,
    "i16": np.uint16,
    "i8": np.uint8,
    "f8E4M3FN": np.uint8,
}

# What every GPU target does with kernels, without its calling convention.
DEVICE_PASSES = (
    "builtin.module(gpu.module(convert-vector-to-scf,convert-scf-to-cf,"
    "expand-strided-metadata,lower-affine,canonicalize,cse,"
    "convert-math-to-llvm,convert-gpu-to-nvvm,convert-vector-to-llvm,"
    "reconcile-unrealized-casts,canonicalize,cse))"
)


def parse_memref(text):
    """The extents (None where unknown) and the element type."""
    inner = re.fullmatch(r"memref<(.*?)(?:, .*)?>", text).group(1)
    *extents, element = inner.split("x")
    return [None if e == "?" else int(e) for e in extents], element


def split_top(text):
    """Splits at commas outside of brackets."""
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        depth += (c in "<([{") - (c in ">)]}" and text[i - 1] != "-")
        if c == "," and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    last = text[start:].strip()
    return parts + [last] if last else parts


class Machine:
    """One module, compiled, and the counters of its runs."""

    def __init__(self, source, work, passes, cpu="sm_90a"):
        """`source`: an MLIR file; `passes`: options of quartet-opt."""
        os.makedirs(work, exist_ok=True)
        self.work = work
        module = self._run(["quartet-opt", source, *passes]).decode()
        begin = module.index("  gpu.module @kernels")
        end = module.index("\n  }\n", begin) + 5
        self.host = module[:begin] + module[end:]
        lowered = self._run(
            ["quartet-opt", f"--pass-pipeline={DEVICE_PASSES}"],
            "module attributes {gpu.container_module} {\n"
            + module[begin:end]
            + "}\n",
        ).decode()
        body = lowered[lowered.index("{", lowered.index("gpu.module")) + 1 :]
        body = body[: body.rindex("}", 0, body.rindex("}"))]
        ir = self._run(
            ["mlir-translate", "--mlir-to-llvmir"],
            "module {" + body + "}",
        )
        triple = "nvptx64-nvidia-cuda"
        ir = self._run(["opt", "-O3", f"-mtriple={triple}"], ir)
        self.ptx = os.path.join(work, "kernels.ptx")
        self._run(
            ["llc", f"-mtriple={triple}", f"-mcpu={cpu}"]
            + ["-mattr=+ptx80" if cpu == "sm_90a" else "-mattr=+ptx90"]
            + ["--fp-contract=off", "-o", self.ptx],
            ir,
        )

    def _run(self, command, text=None):
        if isinstance(text, str):
            text = text.encode()
        done = subprocess.run(command, input=text, capture_output=True)
        if done.returncode != 0:
            raise SystemExit(
                f"{' '.join(command)}\n{done.stderr.decode()[-4000:]}"
            )
        return done.stdout

    def run(self, arrays, seed=1):
        """Runs @main; `arrays` are its arguments, changed in place.

        Returns the counters of each launch as (kernel, text).
        """
        header = re.search(r"func\.func @main\((.*)\n", self.host)
        names = re.findall(r"(%arg\d+): (memref<[^>]*>)", header.group(1))
        self.values = dict(zip([n for n, _ in names], arrays, strict=True))
        counters = []
        for line in self.host[header.end() :].splitlines():
            self._execute(line.strip(), counters, seed)
        return counters

    def _execute(self, line, counters, seed):
        values = self.values
        constant = re.match(
            r"(%[\w-]+) = arith\.constant (-?\d+) : (\w+)$", line
        )
        if constant:
            values[constant.group(1)] = int(constant.group(2))
            return
        alloc = re.match(r"(%\w+) = memref\.alloc\(\).*: (memref<.*>)$", line)
        if alloc:
            shape, element = parse_memref(alloc.group(2))
            values[alloc.group(1)] = (
                np.frombuffer(
                    b"\xa5"
                    * (int(np.prod(shape)) * DTYPES[element]().itemsize),
                    DTYPES[element],
                )
                .reshape(shape)
                .copy()
            )
            return
        view = re.match(
            r"(%\w+) = memref\.(?:cast|collapse_shape|expand_shape) (%\w+)"
            r".* (?:to|into) memref<([^>]*)>$",
            line,
        )
        if view:
            source = values[view.group(2)]
            extents = view.group(3).split("x")[:-1]
            known = [int(e) for e in extents if e != "?"]
            if "cast" in line:
                shape = source.shape
            elif len(known) == len(extents):
                shape = known
            else:
                raise SystemExit(f"extents of a view are not known: {line}")
            values[view.group(1)] = source.reshape(shape)
            return
        copy = re.match(r"memref\.copy (%\w+), (%\w+) :", line)
        if copy:
            values[copy.group(2)][...] = values[copy.group(1)]
            return
        launch = re.match(
            r"gpu\.launch_func +@kernels::@(\w+) blocks in \((%[\w-]+), .*?\) "
            r"threads in \((%\w+), .*?\) +args\((.*)\)$",
            line,
        )
        if launch:
            counters.append(self._launch(launch, seed))
            return
        if not re.match(r"(memref\.dealloc|return|\}|$)", line):
            raise SystemExit(f"cannot execute: {line[:500]}")

    def _launch(self, launch, seed):
        kernel, blocks, threads, operands = launch.groups()
        command = ["quartet-sim", self.ptx, "--kernel", kernel, "--stats"]
        command += ["--grid", str(self.values[blocks])]
        command += ["--block", str(self.values[threads])]
        command += ["--seed", str(seed)]
        outputs = []
        for i, operand in enumerate(split_top(operands)):
            name, kind = operand.split(" : ", 1)
            value = self.values[name]
            if not isinstance(value, np.ndarray):
                bits = 64 if kind == "index" else int(kind[1:])
                command += ["--arg", f"i{bits}:{value}"]
                continue
            # The lowered kernel takes memrefs as descriptors.
            path = os.path.join(self.work, f"operand{i}.npy")
            np.save(path, value if value.size else np.zeros(1, value.dtype))
            outputs.append((path + ".out.npy", value))
            strides, step = [], 1
            for extent in reversed(value.shape):
                strides.insert(0, step)
                step *= extent
            command += ["--arg", "u64:0", "--arg", f"buf:{path}:{path}.out.npy"]
            for number in [0, *value.shape, *strides]:
                command += ["--arg", f"u64:{number}"]
        text = self._run(command).decode()
        for path, value in outputs:
            if value.size:
                value[...] = np.load(path).reshape(value.shape)
        return kernel, text
