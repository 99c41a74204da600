"""Kernels on the simulator against the host target, byte by byte.

usage: kernels_agree.py WORK_DIR GROUP

GROUP names one of the functions at the end, which list operations. All of them
form one function, which quartet-run executes on the host and kernel_machine.py
on the simulator. Exits with 77 without NumPy.
"""

import os
import subprocess
import sys

try:
    import numpy as np
except ImportError:
    sys.exit(77)

from kernel_machine import DTYPES, Machine

# Where quartet-run wants other types than those of bytes.
HOST_DTYPES = {"i64": np.int64, "f32": np.float32, "f16": np.float16}

INFINITY = {"f32": 0x7F800000, "bf16": 0x7F80, "f16": 0x7C00}


def tensor(shape, element):
    return f"tensor<{''.join(f'{d}x' for d in shape)}{element}>"


def padded(columns, group=0):
    unit = max(32, group)
    return -(-columns // unit) * unit


class Program:
    """A function, and its arguments."""

    def __init__(self):
        self.rng = np.random.default_rng(7)
        self.arguments, self.arrays, self.elements = [], [], []
        self.body, self.results, self.count = [], [], 0
        self.seed = self.argument(
            np.array(0xFEDCBA9876543210, np.uint64), (), "i64"
        )

    def name(self):
        self.count += 1
        return f"%v{self.count}"

    def argument(self, array, shape, element):
        name = self.name()
        kind = tensor(shape, element)
        self.arguments.append(f"{name}: {kind}")
        self.arrays.append(array)
        self.elements.append(element)
        return name, kind

    def matrix(self, shape, element="bf16", special=True):
        """Values that meet ties, zero blocks, NaN, infinities, subnormals."""
        rng, size = self.rng, int(np.prod(shape))
        values = rng.standard_normal(size).astype(np.float32)
        # A third on a coarse grid, where halves and quarters are ties.
        grid = rng.integers(-24, 25, size) / 4
        values = np.where(rng.random(size) < 0.3, grid, values)
        values = values.reshape(shape)
        if size and special:
            blocks = values[..., : shape[-1] // 16 * 16]
            zero = rng.random(blocks.shape[:-1]) < 0.2
            blocks[zero, :16] = 0
            flat = values.reshape(-1)
            places = rng.integers(0, size, 4)
            flat[places[:3]] = [np.nan, np.inf, -np.inf]
            flat[places[3]] = 1e-39
        with np.errstate(over="ignore", invalid="ignore"):
            if element == "f16":
                array = values.astype(np.float16).view(np.uint16)
            else:
                array = values.astype(np.float32).view(np.uint32)
                if element == "bf16":
                    array = (array >> 16).astype(np.uint16)
        return self.argument(np.ascontiguousarray(array), shape, element)

    def result(self, text, shapes):
        """`text` with a destination for each (shape, element)."""
        kinds = [tensor(*s) for s in shapes]
        inits = [self.name() for _ in kinds]
        for init, kind in zip(inits, kinds, strict=True):
            self.body.append(f"{init} = tensor.empty() : {kind}")
        name = self.name()
        many = f"{name}:{len(kinds)}" if len(kinds) > 1 else name
        before, after = text
        self.body.append(
            f"{many} = nvfp4.{before} outs({', '.join(inits)} : "
            f"{', '.join(kinds)}) {after}"
        )
        names = [
            f"{name}#{i}" if len(kinds) > 1 else name for i in range(len(kinds))
        ]
        self.results += list(zip(names, kinds, shapes, strict=True))
        return list(zip(names, kinds, strict=True))

    def constant(self, value):
        name = self.name()
        self.body.append(f"{name} = arith.constant {value} : index")
        return name

    def triple(self, rows, columns, tiled, batch=(), group=0):
        p = padded(columns, group)
        scales = [*batch, rows, p // 16]
        if tiled:
            scales = [*batch, -(-rows // 128), -(-p // 64), 32, 4, 4]
        return [
            ([*batch, rows, p // 2], "i8"),
            (scales, "f8E4M3FN"),
            ([], "f32"),
        ]

    def text(self):
        kinds = ", ".join(k for _, k, _ in self.results)
        names = ", ".join(n for n, _, _ in self.results)
        lines = "\n".join(f"  {line}" for line in self.body)
        return (
            f"func.func @main({', '.join(self.arguments)}) -> ({kinds}) {{\n"
            f"{lines}\n  return {names} : {kinds}\n}}\n"
        )


def operand(value):
    return f"{value[0]} : {value[1]}"


def quantize(p, quantizer, x, shape, tiled=True, transpose=False, **options):
    """nvfp4.quantize of an argument of `shape`."""
    *batch, rows, columns = shape
    if transpose:
        rows, columns = columns, rows
    text = f"quantize <{quantizer}> ins({operand(x)})"
    if "amax" in options:
        text += f" amax({operand(options['amax'])})"
    attributes = []
    if quantizer in (
        "sr",
        "quartet2_backward",
        "quartet2_sim",
        "quartet2_wmax256",
    ):
        text += f" seed({operand(p.seed)})"
        attributes.append(f"site = {options.get('site', 5)} : i64")
        if "instance" in options:
            text += f" instance({p.constant(options['instance'])})"
    if "valid_rows" in options:
        text += f" valid_rows({p.constant(options['valid_rows'])})"
    if "prescale" in options:
        text += f" prescale({operand(options['prescale'])})"
    if "offsets" in options:
        row, column = options["offsets"]
        text += f" offsets({p.constant(row)}, {p.constant(column)})"
    if transpose:
        attributes.append("transpose")
    return p.result(
        (text, f"{{{', '.join(attributes)}}}"),
        p.triple(rows, columns, tiled, batch),
    )


def dequantize(p, triple, shape, element="f32", scaled=True):
    data, scales, ts = triple
    text = f"dequantize ins({data[0]}, {scales[0]} : {data[1]}, {scales[1]})"
    if scaled:
        text += f" tensor_scale({operand(ts)})"
    p.result((text, ""), [(list(shape), element)])


def rotate(p, x, shape, group, transpose=False):
    rows, columns = reversed(shape) if transpose else shape
    attributes = f"{{group = {group} : i64, site = 9 : i64"
    attributes += ", transpose}" if transpose else "}"
    text = f"rotate ins({operand(x)}) seed({operand(p.seed)})"
    return p.result(
        (text, attributes), [([rows, padded(columns, group)], "f32")]
    )[0]


def fused(
    p,
    name,
    quantizer,
    inputs,
    shape,
    group,
    directions,
    tiled=True,
    column_sum=False,
):
    """nvfp4.rotate_quantize or nvfp4.requantize of a matrix of `shape`."""
    *batch, rows, columns = shape
    results, attributes = [], [f"group = {group} : i64", "site = 2 : i64"]
    if directions != "col":
        results += p.triple(rows, columns, tiled, batch, group)
        attributes.append("row_site = 3 : i64")
    if directions != "row":
        results += p.triple(columns, rows, tiled, batch, group)
        attributes.append("col_site = 4 : i64")
    if column_sum:
        results.append(([*batch, columns], "f32"))
        attributes.append("column_sum")
    names = ", ".join(n for n, _ in inputs)
    kinds = ", ".join(k for _, k in inputs)
    return p.result(
        (
            f"{name} <{quantizer}> <{directions}> ins({names} : {kinds}) "
            f"seed({operand(p.seed)})",
            f"{{{', '.join(attributes)}}}",
        ),
        results,
    )


def scalar(p, value):
    return p.argument(np.array(value, np.float32).view(np.uint32), (), "f32")


def rounding():
    """K1 and K2: quantizers that round elements, along rows."""
    p = Program()
    for shape in [(17, 40), (130, 64)]:
        x = p.matrix(shape)
        for quantizer in ("rtn", "quartet2_forward", "sr"):
            quantize(p, quantizer, x, shape)
    for shape in [(1, 200), (0, 64), (3, 0), (2, 5, 48)]:
        quantize(p, "quartet2_forward", p.matrix(shape), shape)
    for element in ("bf16", "f16", "f32"):
        # Rows that are and that are not a multiple of 16 bytes.
        for shape in [(20, 72), (5, 37)]:
            x = p.matrix(shape, element)
            quantize(p, "rtn", x, shape, tiled=False)
    x = p.matrix((40, 96))
    for quantizer in ("te", "torchao", "modelopt"):
        quantize(p, quantizer, x, (40, 96))
    for tiled in (False, True):
        quantize(p, "rtn_16x16", x, (40, 96), tiled)
    quantize(p, "rtn", x, (40, 96), amax=scalar(p, 0.75))
    quantize(
        p,
        "sr",
        x,
        (40, 96),
        instance=3,
        site=0xFFFFFFFF,
        valid_rows=21,
        offsets=(1000, 160),
        prescale=scalar(p, 3.5),
    )
    batched = p.matrix((2, 9, 24))
    quantize(p, "sr", batched, (2, 9, 24), tiled=False, valid_rows=4)
    return p


def columns():
    """Transposed K2, the decoders and the layouts of scales."""
    p = Program()
    for shape in [(40, 17), (64, 130), (200, 1), (0, 5), (2, 48, 9)]:
        quantize(p, "sr", p.matrix(shape), shape, transpose=True)
    x = p.matrix((150, 33), "f32")
    quantize(p, "rtn", x, (150, 33), transpose=True, tiled=False)
    x = p.matrix((40, 96))
    quantize(p, "rtn_16x16", x, (40, 96), transpose=True)
    quantize(p, "rtn", x, (40, 96), transpose=True, valid_rows=23)
    for tiled in (False, True):
        q = quantize(p, "rtn", x, (40, 96), tiled)
        dequantize(p, q, (40, 90), "f32")
        dequantize(p, q, (40, 96), "bf16", scaled=False)
        scales = q[1]
    p.result(
        (f"untile_scales ins({operand(scales)})", ""), [([40, 6], "f8E4M3FN")]
    )
    linear = quantize(p, "rtn", x, (40, 96), tiled=False)[1]
    p.result(
        (f"tile_scales ins({operand(linear)})", ""),
        [([1, 2, 32, 4, 4], "f8E4M3FN")],
    )
    return p


def eden():
    """K3: rotation and quantizers that correct their scales."""
    p = Program()
    backward = "quartet2_backward"
    for shape, group, directions in [
        ((17, 40), 128, "row"),
        ((130, 300), 128, "both"),
        ((33, 64), 32, "col"),
        ((20, 72), 16, "both"),
        ((0, 64), 128, "both"),
        ((2, 5, 48), 128, "both"),
    ]:
        x = p.matrix(shape)
        fused(p, "rotate_quantize", backward, [x], shape, group, directions)
    x = p.matrix((20, 40), "f32")
    fused(
        p,
        "rotate_quantize",
        backward,
        [x],
        (20, 40),
        128,
        "both",
        tiled=False,
        column_sum=True,
    )
    quantize(p, backward, x, (20, 40), offsets=(5, 32))
    quantize(p, "quartet2_wmax256", x, (20, 40), transpose=True)
    x = p.matrix((20, 270))
    for quantizer in ("quartet2_sim", backward):
        quantize(p, quantizer, x, (20, 270))
    fused(p, "rotate_quantize", "quartet2_sim", [x], (20, 270), 128, "both")
    x = p.matrix((9, 72), special=False)
    rotate(p, x, (9, 72), 128)
    rotate(p, x, (9, 72), 16, transpose=True)
    return p


def requantize():
    """K4: quantized matrices quantized again."""
    p = Program()
    backward = "quartet2_backward"
    for shape, group, directions, tiled in [
        ((130, 40), 128, "col", True),
        ((20, 72), 128, "both", False),
        ((17, 96), 16, "row", True),
        ((40, 200), 32, "col", True),
    ]:
        x = p.matrix(shape)
        q = quantize(p, "quartet2_forward", x, shape, tiled)
        # Without a column result the padding counts.
        wide = shape if directions != "row" else (shape[0], padded(shape[1]))
        fused(p, "requantize", backward, q, wide, group, directions, tiled)
    return p


def main():
    work, group = sys.argv[1:3]
    os.makedirs(work, exist_ok=True)
    program = globals()[group]()
    source = os.path.join(work, "main.mlir")
    with open(source, "w") as file:
        file.write(program.text())

    command = ["quartet-run", source, "--entry=main"]
    for i, array in enumerate(program.arrays):
        path = os.path.join(work, f"argument{i}.npy")
        element = program.elements[i]
        np.save(path, array.view(HOST_DTYPES.get(element, array.dtype)))
        command.append(f"--arg={path}")
    subprocess.run(
        [*command, f"--out-dir={work}"], check=True, stdout=subprocess.DEVNULL
    )

    machine = Machine(
        source,
        work,
        [
            "--quartet-host-bufferize",
            "--convert-nvfp4-to-gpu",
            "--canonicalize",
            "--cse",
        ],
    )
    outputs = [
        np.full(shape, 0xA5, DTYPES[element])
        for _, _, (shape, element) in program.results
    ]
    machine.run([*program.arrays, *outputs])
    bad = 0
    for i, output in enumerate(outputs):
        name, kind, _ = program.results[i]
        want = np.load(os.path.join(work, f"result_{i}.npy"))
        want = want.view(output.dtype).reshape(output.shape)
        # The payload of a NaN is not part of a result.
        element = program.results[i][2][1]
        differs = output != want
        if element in INFINITY:
            mask = np.iinfo(output.dtype).max >> 1
            nan = [(v & mask) > INFINITY[element] for v in (output, want)]
            differs &= ~(nan[0] & nan[1])
        different = np.argwhere(differs)
        if len(different):
            bad += 1
            at = tuple(different[0])
            print(
                f"{name} : {kind}: {len(different)} of {output.size} differ,"
                f" first at {at}: {output[at]:#x}, host {want[at]:#x}"
            )
            define = next(
                b for b in program.body if b.startswith(name.split("#")[0])
            )
            print(f"  {define}")
    print(f"{len(outputs)} results, {bad} differ")
    sys.exit(bad != 0)


if __name__ == "__main__":
    main()
