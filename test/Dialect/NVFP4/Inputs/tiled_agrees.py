"""Prints a program with every operation twice, one of them marked `tile_me`.

The marked ones are then tiled (tile.mlir); results must be equal bit by bit.
"""

import random

from fold_agrees import Program, element, shape_of


def main():
    random.seed(7)
    p = Program()
    p.add("%seed = arith.constant dense<-81985529216486896> : tensor<i64>")
    p.add("%zero = arith.constant dense<0.0> : tensor<f32>")
    p.add("%amax = arith.constant dense<4.5> : tensor<f32>")
    p.add("%c5 = arith.constant 5 : index")
    sizes = [20, 200]
    _, x, kind = p.input(sizes, [element(i // 200) for i in range(20 * 200)])

    def twice(types, text, attributes):
        """Two copies of one operation with destinations of their own."""
        names = []
        for mark in ("", ", tile_me"):
            inits = ", ".join(p.destination(t) for t in types)
            name = p.name()
            suffix = f":{len(types)}" if len(types) > 1 else ""
            p.add(
                f"{name}{suffix} = nvfp4.{text} outs({inits} : "
                f"{', '.join(types)}) {{{attributes}{mark}}}"
            )
            names.append(name)
        for i, result in enumerate(types):
            ends = [f"{n}#{i}" if len(types) > 1 else n for n in names]
            p.expect_equal(ends[1], ends[0], result)
        return names[0]

    data, scales = shape_of([20, 112], "i8"), shape_of([20, 14], "f8E4M3FN")
    triple = (data, scales, "tensor<f32>")
    q = twice(
        triple,
        f"quantize <sr> ins({x} : {kind}) amax(%amax : tensor<f32>) "
        "seed(%seed : tensor<i64>) instance(%c5)",
        "site = 2 : i64",
    )
    rotated = shape_of([20, 256], "f32")
    twice(
        (rotated,),
        f"rotate ins({x} : {kind}) seed(%seed : tensor<i64>)",
        "group = 128 : i64, site = 3 : i64",
    )
    twice(
        (shape_of(sizes, "bf16"),),
        f"dequantize ins({q}#0, {q}#1 : {data}, {scales}) "
        f"tensor_scale({q}#2 : tensor<f32>)",
        "unmarked",
    )
    side = f"({q}#0, {q}#1, {q}#2 : {data}, {scales}, tensor<f32>)"
    twice(
        (shape_of([20, 20], "f32"),),
        f"scaled_matmul lhs{side} rhs{side}",
        "scale_log2 = -2 : i64",
    )
    tiled = shape_of([1, 4, 32, 4, 4], "f8E4M3FN")
    t = twice((tiled,), f"tile_scales ins({q}#1 : {scales})", "unmarked")
    twice((scales,), f"untile_scales ins({t} : {tiled})", "unmarked")
    results = []
    for mark in ("", " {tile_me}"):
        results.append(p.name())
        p.add(
            f"{results[-1]} = nvfp4.amax ins({x} : {kind}) "
            f"outs(%zero : tensor<f32>){mark}"
        )
    p.expect_equal(results[1], results[0], "tensor<f32>")
    print("func.func @main() {")
    print("\n".join(p.body))
    print("  return\n}")


main()
