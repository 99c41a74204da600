"""Prints a program that runs operations on constants and on run-time values.

Both see the same bits. The constants fold when the program is compiled; the
others arrive as integers whose bits become floats in a loop, which nothing
folds, so that they are computed by the compiled code. Every result of one must
equal that of the other, bit for bit.
"""

import random
import struct

random.seed(20240)

QUANTIZERS = {
    "quartet2_forward": False,
    "quartet2_backward": True,
    "rtn": False,
    "rtn_16x16": False,
    "sr": True,
    "te": False,
    "torchao": False,
    "modelopt": False,
    "quartet2_sim": True,
    "quartet2_wmax256": True,
    "scale_max = 256.0, candidates = 2, criterion = cosine": False,
}
# Zeros, infinity, NaN and the smallest subnormal.
SPECIAL = [0x00000000, 0x80000000, 0x7F800000, 0xFFC00001, 0x00000001]
MIDPOINTS = [0.25, 0.75, 1.25, 1.75, 2.5, 3.5, 5.0]


def bits(value):
    return struct.unpack("<I", struct.pack("<f", value))[0]


def element(row):
    """Bits of one value: normal, on or beside a tie, tiny, or special."""
    if row % 5 == 0:
        return bits(random.gauss(0.0, 1.0))
    if row % 5 == 1:
        tie = random.choice(MIDPOINTS) * random.choice([1.0, -1.0])
        return bits(tie) + random.choice([-1, 0, 1])
    if row % 5 == 2:
        return bits(random.gauss(0.0, 1.0) * 2.0**-126)
    if row % 5 == 3:
        return random.choice(SPECIAL) if random.random() < 0.05 else bits(1.5)
    return 0 if random.random() < 0.7 else 0x80000000


def shape_of(sizes, kind):
    return "tensor<" + "".join(f"{size}x" for size in sizes) + kind + ">"


def dense(sizes, values):
    if len(sizes) == 1:
        return "[" + ", ".join(f"0x{v:08X}" for v in values) + "]"
    step = len(values) // sizes[0]
    parts = [values[i * step : (i + 1) * step] for i in range(sizes[0])]
    return "[" + ", ".join(dense(sizes[1:], part) for part in parts) + "]"


class Program:
    def __init__(self):
        self.count = 0
        self.body = []

    def name(self):
        self.count += 1
        return f"%v{self.count}"

    def add(self, line):
        self.body.append("  " + line)

    def input(self, sizes, values):
        """The same f32 tensor as a constant and as run-time values."""
        constant, integer, empty, value = (self.name() for _ in range(4))
        kind, words = shape_of(sizes, "f32"), shape_of(sizes, "i32")
        text = dense(sizes, values)
        dims = ", ".join(f"d{i}" for i in range(len(sizes)))
        ident = f"affine_map<({dims}) -> ({dims})>"
        loops = ", ".join(['"parallel"'] * len(sizes))
        self.add(f"{constant} = arith.constant dense<{text}> : {kind}")
        self.add(f"{integer} = arith.constant dense<{text}> : {words}")
        self.add(f"{empty} = tensor.empty() : {kind}")
        self.add(
            f"{value} = linalg.generic {{indexing_maps = [{ident}, {ident}], "
            f"iterator_types = [{loops}]}} ins({integer} : {words}) "
            f"outs({empty} : {kind}) {{"
        )
        self.add("^bb0(%i: i32, %o: f32):")
        self.add("  %f = arith.bitcast %i : i32 to f32")
        self.add("  linalg.yield %f : f32")
        self.add(f"}} -> {kind}")
        return constant, value, kind

    def destination(self, kind):
        name = self.name()
        self.add(f"{name} = tensor.empty() : {kind}")
        return name

    def expect_equal(self, a, b, kind):
        packed = " {packed}" if kind.endswith("xi8>") else ""
        self.add(f"check.expect_eq {a}, {b}{packed} : {kind}")

    def quantize(
        self,
        value,
        kind,
        quantizer,
        stochastic,
        sizes,
        extra="",
        attributes="",
        tiled=False,
    ):
        """Quantizes into packed data; `sizes` are batch, rows and columns."""
        *batch, rows, columns = sizes
        padded = -(-columns // 32) * 32
        data = shape_of([*batch, rows, padded // 2], "i8")
        scales = shape_of([*batch, rows, padded // 16], "f8E4M3FN")
        if tiled:
            tiles = [*batch, -(-rows // 128), -(-padded // 64), 32, 4, 4]
            scales = shape_of(tiles, "f8E4M3FN")
        inits = [self.destination(t) for t in (data, scales, "tensor<f32>")]
        result = self.name()
        if stochastic:
            extra = f"seed(%seed : tensor<i64>) instance(%c5) {extra}"
            attributes = ", ".join(
                filter(None, ["site = 11 : i64", attributes])
            )
        self.add(
            f"{result}:3 = nvfp4.quantize <{quantizer}> ins({value} : {kind}) "
            f"{extra} outs({', '.join(inits)} : {data}, {scales}, tensor<f32>) "
            f"{{{attributes}}}"
        )
        return result, (data, scales, "tensor<f32>")

    def quantize_both(self, inputs, *args, **kwargs):
        constant, value, kind = inputs
        folded, types = self.quantize(constant, kind, *args, **kwargs)
        executed, _ = self.quantize(value, kind, *args, **kwargs)
        for i, result in enumerate(types):
            self.expect_equal(f"{executed}#{i}", f"{folded}#{i}", result)
        return folded, executed, types

    def dequantize(self, triple, types, target):
        init, result = self.destination(target), self.name()
        self.add(
            f"{result} = nvfp4.dequantize ins({triple}#0, {triple}#1 : "
            f"{types[0]}, {types[1]}) tensor_scale({triple}#2 : tensor<f32>) "
            f"outs({init} : {target})"
        )
        return result

    def rotate(self, value, kind, target, group, attributes=""):
        init, result = self.destination(target), self.name()
        self.add(
            f"{result} = nvfp4.rotate ins({value} : {kind}) "
            f"seed(%seed : tensor<i64>) outs({init} : {target}) "
            f"{{group = {group} : i64, site = 3 : i64{attributes}}}"
        )
        return result

    def amax(self, value, kind):
        result = self.name()
        self.add(
            f"{result} = nvfp4.amax ins({value} : {kind}) "
            "outs(%zero : tensor<f32>)"
        )
        return result


def main():
    p = Program()
    p.add("%seed = arith.constant dense<-81985529216486896> : tensor<i64>")
    p.add("%zero = arith.constant dense<0.0> : tensor<f32>")
    for index in (5, 16, 32):
        p.add(f"%c{index} = arith.constant {index} : index")

    # 20 rows of 72: partial row blocks, columns and rotation groups.
    sizes = [20, 72]
    matrix = p.input(sizes, [element(i // 72) for i in range(20 * 72)])
    batch = p.input([2, 5, 40], [element(i // 40 % 5) for i in range(400)])

    folded, executed = (
        p.amax(matrix[0], matrix[2]),
        p.amax(matrix[1], matrix[2]),
    )
    p.expect_equal(executed, folded, "tensor<f32>")

    for index, (quantizer, stochastic) in enumerate(QUANTIZERS.items()):
        folded, executed, types = p.quantize_both(
            matrix, quantizer, stochastic, sizes
        )
        kind = shape_of(sizes, ("f32", "bf16", "f16")[index % 3])
        p.expect_equal(
            p.dequantize(executed, types, kind),
            p.dequantize(folded, types, kind),
            kind,
        )
        # Transposed with rows of the input left out; batched with tiled scales.
        if index % 2 == 0:
            p.quantize_both(
                matrix,
                quantizer,
                stochastic,
                [72, 20],
                extra="valid_rows(%c16)",
                attributes="transpose",
            )
        else:
            p.quantize_both(
                batch, quantizer, stochastic, [2, 5, 40], tiled=True
            )

    # A part of the matrix with the whole's maximum and its own offsets.
    whole, _, types = p.quantize_both(
        matrix, "sr", True, sizes, extra="amax(%v_amax : tensor<f32>)"
    )
    part = shape_of([4, 40], "f32")
    p.add(
        f"%v_part = tensor.extract_slice {matrix[1]}[16, 32] [4, 40] [1, 1] : "
        f"{matrix[2]} to {part}"
    )
    piece, piece_types = p.quantize(
        "%v_part",
        part,
        "sr",
        True,
        [4, 40],
        extra="amax(%v_amax : tensor<f32>) offsets(%c16, %c32)",
    )
    for i, unit in ((0, 2), (1, 16)):
        cut = p.name()
        width = 64 // unit
        p.add(
            f"{cut} = tensor.extract_slice {whole}#{i}[16, {32 // unit}] "
            f"[4, {width}] [1, 1] : {types[i]} to {piece_types[i]}"
        )
        p.expect_equal(f"{piece}#{i}", cut, piece_types[i])

    for group in (16, 32, 128):
        unit = max(group, 32)
        for inputs, (rows, columns), attributes in (
            (matrix, (20, 72), ""),
            (matrix, (72, 20), ", transpose"),
        ):
            target = shape_of([rows, -(-columns // unit) * unit], "f32")
            results = [
                p.rotate(inputs[i], inputs[2], target, group, attributes)
                for i in (1, 0)
            ]
            p.expect_equal(*results, target)

    print("func.func @main() {")
    amax = "  %v_amax = arith.constant dense<4.5> : tensor<f32>"
    print("\n".join([*p.body[:2], amax, *p.body[2:]]))
    print("  return\n}")


if __name__ == "__main__":
    main()
