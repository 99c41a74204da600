"""Compiles GEMM kernels from nvfp4.scaled_matmul to PTX, for these tests.

A kernel is lowered alone, without the host's side: quartet-opt, mlir-translate,
opt -O3 and llc. `Kernel.launch` runs it on the strict simulator.
"""

import os
import re
import subprocess

import numpy as np

E2M1 = np.array(
    [0, 0.5, 1, 1.5, 2, 3, 4, 6, -0.0, -0.5, -1, -1.5, -2, -3, -4, -6]
)
# What quartet-sim assumes of a multiprocessor for its busy clocks.
MACS_PER_CLOCK = 16384
ELEMENTS = {"f32": np.float32, "f16": np.float16, "bf16": np.uint16}


def to_bf16(x):
    bits = np.asarray(x, np.float32).view(np.uint32)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)


def decode(array, element):
    """An output or input array as floats."""
    if element == "bf16":
        return (array.astype(np.uint32) << 16).view(np.float32)
    return array.astype(np.float64)


def encode(values, element):
    if element == "bf16":
        return to_bf16(values)
    return values.astype(ELEMENTS[element])


def command(args, text=None):
    result = subprocess.run(args, input=text, capture_output=True, text=True)
    if result.returncode:
        raise RuntimeError(f"{args[0]}: {result.stderr.strip()[:2000]}")
    return result.stdout


class Config:
    """A configuration of the pass and the form of a product."""

    def __init__(
        self,
        group,
        columns,
        swap=0,
        n=None,
        element="f32",
        accumulate=False,
        epilogue=False,
        batched=False,
        scale_log2=0,
        splits=1,
        p=None,
        m=None,
        batch=None,
        multiprocessors=148,
    ):
        self.group, self.columns, self.swap = group, columns, swap
        self.m, self.n, self.p, self.element = m, n, p, element
        self.batch, self.multiprocessors = batch, multiprocessors
        self.accumulate, self.epilogue = accumulate, epilogue
        self.batched, self.scale_log2 = batched, scale_log2
        self.splits = splits

    def __str__(self):
        text = f"{128 * self.group}x{self.columns} {self.element}"
        for name in ("swap", "accumulate", "epilogue", "batched"):
            if getattr(self, name):
                text += " " + name
        return text

    def product(self):
        """The product as a function on buffers."""

        def extent(value, divisor=1):
            return "?" if value is None else str(-(-value // divisor))

        b = extent(self.batch) + "x" if self.batched else ""
        n, k, blocks = (
            extent(self.n),
            extent(self.p, 2),
            extent(self.p, 64),
        )

        def operand_types(rows):
            scales = f"{b}{extent(rows, 128)}x{blocks}x32x4x4xf8E4M3FN"
            data = f"memref<{b}{extent(rows)}x{k}xi8>"
            return data, f"memref<{scales}>"

        a_data, a_scales = operand_types(self.m)
        b_data, b_scales = operand_types(self.n)
        d = f"memref<{b}{extent(self.m)}x{n}x{self.element}>"
        bias = f"memref<{n}xbf16>"
        attributes = [f"scale_log2 = {self.scale_log2} : i64"]
        inputs = region = ""
        if self.accumulate:
            attributes.append("accumulate")
        if self.epilogue:
            dims = "b, m, n" if self.batched else "m, n"
            inputs = f"epilogue_ins(%bias : {bias})"
            attributes.append(f"epilogue_maps = [affine_map<({dims}) -> (n)>]")
            # Bias and rectifier.
            region = """epilogue {
            ^bb0(%v: f32, %c: bf16):
              %cf = arith.extf %c : bf16 to f32
              %s = arith.addf %v, %cf : f32
              %z = arith.constant 0.0 : f32
              %r = arith.maximumf %s, %z : f32
            """
            result = "%r"
            if self.element != "f32":
                region += f"%t = arith.truncf %r : f32 to {self.element}\n"
                result = "%t"
            region += f"nvfp4.yield {result} : {self.element}\n}}"
        return f"""
        func.func @product(%a: {a_data}, %as: {a_scales}, %at: memref<f32>,
                           %b: {b_data}, %bs: {b_scales}, %bt: memref<f32>,
                           %d: {d}, %bias: {bias}) {{
          nvfp4.scaled_matmul
              lhs(%a, %as, %at : {a_data}, {a_scales}, memref<f32>)
              rhs(%b, %bs, %bt : {b_data}, {b_scales}, memref<f32>) {inputs}
              outs(%d : {d}) {{{", ".join(attributes)}}} {region}
          return
        }}"""


class Kernel:
    def __init__(self, config, work, chip="sm_100a"):
        self.config, self.work = config, work
        self.ptx = os.path.join(work, "kernel.ptx")
        with open(os.path.join(work, "product.mlir"), "w") as file:
            file.write(config.product())
        self.lower = [
            "quartet-opt",
            file.name,
            "--convert-nvfp4-matmul-to-tcgen05="
            f"cta-group={config.group} tile-columns={config.columns} "
            f"swap={config.swap} multiprocessors={config.multiprocessors} "
            f"macs-per-clock={MACS_PER_CLOCK} report-cost=true",
        ]
        text = command([*self.lower, "--canonicalize", "--cse"])
        self.shared = int(re.search(r"memory_size %c(\d+)_i32", text).group(1))
        self.name = re.search(r"gpu.func @(\w+)", text).group(1)
        self.boxes = re.findall(
            r"make_tensor_map.*tensor_map<([0-9x]+)((?:, swizzle 128)?)>", text
        )
        device = text[text.index("gpu.module") : text.index("\n  func.func")]
        device = command(["quartet-opt", "--convert-tcgen05-to-nvvm"], device)
        # On a host, quartet-kernel-abi does this: maps are passed by value.
        device = re.sub(r"!tcgen05\.tensor_map<[^>]*>", "!llvm.ptr", device)
        device = command(
            [
                "quartet-opt",
                "--convert-scf-to-cf",
                "--convert-gpu-to-nvvm",
                "--convert-vector-to-llvm",
                "--reconcile-unrealized-casts",
                "--canonicalize",
                "--cse",
            ],
            device,
        )
        device = re.sub(
            r"^.*?gpu\.module @\w+[^{]*", "module ", device, flags=re.S
        )
        device = device.rstrip()[:-1].replace("gpu.kernel, ", "")
        # quartet-finish-kernels: sizes that are exact, not limits.
        device = re.sub(r", nvvm.maxntid = array<[^>]*>", "", device)
        device = device.replace("gpu.known_block_size", "nvvm.reqntid")
        device = device.replace(
            "global internal @__dyn", "global external @__dyn"
        )
        llvm = command(["mlir-translate", "--mlir-to-llvmir"], device)
        head = re.search(r"define ptx_kernel void @\w+\([^)]*\)", llvm).group()
        by_value = head
        for i in range(4):
            by_value = by_value.replace(
                f"ptr %{i},",
                f'ptr byval([128 x i8]) align 64 "nvvm.grid_constant" %{i},',
            )
        machine = ["-mtriple=nvptx64-nvidia-cuda", f"-mcpu={chip}"]
        llvm = command(
            ["opt", "-O3", "-S", *machine], llvm.replace(head, by_value)
        )
        command(
            ["llc", *machine, "-mattr=+ptx90", "-O3", "--fp-contract=off"]
            + ["-o", self.ptx],
            llvm,
        )

    def predict(self):
        """The cost model's line about the product."""
        result = subprocess.run(
            self.lower, capture_output=True, text=True, check=True
        )
        return re.search(r"remark: (.*)", result.stderr).group(1)

    def assemble(self, chip):
        """Registers and spilled bytes that ptxas reports."""
        result = subprocess.run(
            ["ptxas", "-v", f"-arch={chip}", self.ptx, "-o", "/dev/null"],
            capture_output=True,
            text=True,
        )
        if result.returncode:
            raise RuntimeError(result.stderr.strip())
        text = result.stdout + result.stderr
        spills = re.findall(r"(\d+) bytes spill", text)
        return int(re.search(r"Used (\d+) registers", text).group(1)), sum(
            map(int, spills)
        )

    def path(self, name):
        return os.path.join(self.work, name + ".npy")

    def launch(self, m, n, p, batch=1, blocks=4, seed=0):
        """Runs one product; returns the problem found, or None. `statistics`
        are then the simulator's counters by name."""
        config = self.config
        rng = np.random.default_rng([m, n, p, seed])
        scale_columns = (p + 63) // 64
        lead = [batch] if config.batched else []
        command_line = ["quartet-sim", self.ptx, "--kernel", self.name]
        command_line += ["--shared", str(self.shared), "--seed", str(seed)]

        def operand(name, rows):
            codes = rng.integers(0, 256, (batch, rows, p // 2), np.uint8)
            # Positive scales of 2^-4 to 2^2.
            scales = rng.integers(0x18, 0x48, (batch, rows, p // 16), np.uint8)
            blocks = (rows + 127) // 128
            tiled = np.zeros((batch, blocks, scale_columns, 32, 4, 4), np.uint8)
            r = np.arange(rows)[:, None]
            s = np.arange(p // 16)[None, :]
            tiled[:, r // 128, s // 4, r % 32, r % 128 // 32, s % 4] = scales
            np.save(self.path(name), codes)
            np.save(self.path(name + "s"), tiled)
            for buffer in (name, name + "s"):
                command_line.extend(
                    ["--buffer", f"{buffer}=buf:{self.path(buffer)}"]
                )
            elements = np.stack([E2M1[codes & 15], E2M1[codes >> 4]], -1)
            exponent, mantissa = scales >> 3, scales & 7
            factors = (8 + mantissa) * 2.0 ** (exponent.astype(float) - 10)
            maps = []
            for buffer, dims in (
                (name, [p // 2, rows, batch]),
                (name + "s", [256, 2 * scale_columns, blocks, batch]),
            ):
                dims = dims if config.batched else dims[:-1]
                strides = np.cumprod(dims)[:-1]
                maps.append((buffer, dims, strides))
            return (
                elements.reshape(batch, rows, p) * np.repeat(factors, 16, 2)
            ), maps

        a, a_maps = operand("a", m)
        b, b_maps = operand("b", n)
        maps = b_maps + a_maps if config.swap else a_maps + b_maps
        for (buffer, dims, strides), (box, swizzle) in zip(
            maps, self.boxes, strict=True
        ):
            spec = f"map:{buffer},dims={'x'.join(map(str, dims))}"
            spec += ",box=" + "x".join(reversed(box.split("x")))
            spec += ",strides=" + "x".join(map(str, strides))
            command_line += [
                "--arg",
                spec + (",swizzle=128" if swizzle else ""),
            ]

        def buffer(spec, shape):
            """A memref: two pointers, offset, extents, strides."""
            command_line.extend(["--arg", "u64:0", "--arg", spec])
            strides = [int(np.prod(shape[i + 1 :])) for i in range(len(shape))]
            for value in [0, *shape, *strides]:
                command_line.extend(["--arg", f"u64:{value}"])

        tensor_scales = np.array([0.37, 1.91], np.float32)
        for i, name in enumerate(("at", "bt")):
            np.save(self.path(name), tensor_scales[i : i + 1])
            buffer(f"buf:{self.path(name)}", [])
        element = config.element
        shape = lead + [m, n]
        old = encode(rng.standard_normal((batch, m, n)), element)
        np.save(self.path("old"), old.reshape(shape))
        out = self.path("d")
        dtype = np.dtype(ELEMENTS[element]).name
        buffer(
            f"buf:{self.path('old')}:{out}"
            if config.accumulate
            else f"out:{dtype}:{'x'.join(map(str, shape))}:{out}",
            shape,
        )
        command_line += ["--arg", f"u64:{(p + 255) // 256}"]
        bias = to_bf16(rng.standard_normal(n) * 50)
        if config.epilogue:
            np.save(self.path("bias"), bias)
            buffer(f"buf:{self.path('bias')}", [n])
        rows, columns = (n, m) if config.swap else (m, n)
        tiles = batch * -(-rows // (128 * config.group))
        tiles *= -(-columns // config.columns)
        grid = min(tiles, max(blocks // config.group, 1)) * config.group
        result = subprocess.run(
            command_line + ["--grid", str(grid), "--block", "192", "--stats"],
            capture_output=True,
            text=True,
        )
        if result.returncode:
            return result.stderr.strip()[:1000]
        self.statistics = {
            name: int(value)
            for name, value in re.findall(
                r"^\s*(.*?)\s+(\d+)$", result.stdout, re.M
            )
        }

        # Exact sums; the kernel rounds once per instruction of 64 elements and
        # a few times after that, relative to at most the sum of magnitudes.
        factor = float(tensor_scales[0]) * float(tensor_scales[1])
        factor *= 2.0**config.scale_log2
        want = (a @ b.transpose(0, 2, 1)) * factor
        bound = (abs(a) @ abs(b).transpose(0, 2, 1)) * factor
        if config.accumulate:
            want = want + decode(old, element)
            bound = bound + abs(decode(old, element))
        if config.epilogue:
            want = np.maximum(want + decode(bias, "bf16"), 0)
            bound = bound + abs(decode(bias, "bf16"))
        half_ulp = {"f32": 2.0**-24, "f16": 2.0**-11, "bf16": 2.0**-8}[element]
        tolerance = bound * (p / 64 + 6) * 2.0**-24 + abs(want) * half_ulp
        if element == "f16":
            tolerance = tolerance + 2.0**-25  # subnormal results
        got = decode(np.load(out).reshape(batch, m, n), element)
        wrong = np.argwhere(~(abs(got - want) <= tolerance))
        if len(wrong):
            at = tuple(wrong[0])
            return (
                f"{len(wrong)} of {got.size} differ, first at {at}: "
                f"{got[at]} instead of {want[at]}"
            )
        return None
