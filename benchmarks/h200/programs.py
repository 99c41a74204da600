"""The programs that the benchmarks on an H200 time and check, as MLIR.

Kernels are functions of one fused operation each (K1 to K4), for matrices of
fixed size. Layers are a linear layer's forward and backward pass on plain
linalg, which the compiler quantizes.
"""

TOKENS, WIDTH = 32768, 4096
LAYERS = ((4096, 4096), (12288, 4096), (22016, 4096), (4096, 11008))

# Shapes that no tile divides, and one that all do.
CHECK_SHAPES = ((200, 304), (37, 48), (1, 16), (128, 256))
# Tokens, outputs and inputs of a layer that is compared with the host.
CHECK_LAYER = (200, 176, 144)

# Tokens of a batch, outputs and inputs of the layers that train.py trains.
TRAIN_TOKENS = 16384
TRAIN_LAYERS = ((640, 640), (2560, 640), (640, 2560))

ROTATION = 128

# Name -> bytes of the floor per element of the input, and whether a few blocks
# may differ from the host: the rotation's sums are those of another machine.
KERNELS = {
    "amax": (2.0, False),
    "rtn": (2.5625, False),
    "four_six": (2.5625, False),
    "sr": (2.5625, False),
    "eden_row": (2.8125, True),
    "eden_both": (3.625, True),
    "requantize": (1.375, True),
}


def ceil(value, unit):
    return -(-value // unit)


def padded(columns, group=32):
    return ceil(columns, group) * group


def tensor(shape, element):
    return f"tensor<{''.join(f'{n}x' for n in shape)}{element}>"


def triple(rows, columns, group=32):
    """Types of a quantized matrix with tiled scales."""
    p = padded(columns, group)
    return [
        tensor((rows, p // 2), "i8"),
        tensor((ceil(rows, 128), ceil(p, 64), 32, 4, 4), "f8E4M3FN"),
        "tensor<f32>",
    ]


def function(name, arguments, operation, results, attributes=""):
    """One operation of the nvfp4 dialect as a function. `arguments` are pairs
    of name and type."""
    empty = "\n".join(
        f"  %e{i} = tensor.empty() : {kind}" for i, kind in enumerate(results)
    )
    inits = ", ".join(f"%e{i}" for i in range(len(results)))
    kinds = ", ".join(results)
    values = ", ".join(f"%r#{i}" for i in range(len(results)))
    signature = ", ".join(f"%{n}: {kind}" for n, kind in arguments)
    return (
        f"func.func @{name}({signature}) -> ({kinds}) {{\n{empty}\n"
        f"  %r:{len(results)} = nvfp4.{operation} outs({inits} : {kinds})"
        f" {attributes}\n  return {values} : {kinds}\n}}\n"
    )


def kernels(rows, columns):
    """Name -> function, for a matrix of `rows` x `columns`. Each takes what
    `arguments_of` lists."""
    x = tensor((rows, columns), "bf16")
    seed = ("seed", "tensor<i64> {nvfp4.seed}")
    matrix, amax = ("x", x), ("amax", "tensor<f32>")
    suffix = f"{rows}x{columns}"
    result = {
        "amax": f"func.func @amax_{suffix}(%x: {x}) -> tensor<f32> {{\n"
        "  %f = arith.constant 0.0 : f32\n  %e = tensor.empty() : tensor<f32>\n"
        "  %zero = linalg.fill ins(%f : f32) outs(%e : tensor<f32>)"
        " -> tensor<f32>\n"
        f"  %r = nvfp4.amax ins(%x : {x}) outs(%zero : tensor<f32>)\n"
        "  return %r : tensor<f32>\n}\n"
    }
    for name, quantizer in (
        ("rtn", "rtn"),
        ("four_six", "quartet2_forward"),
        ("sr", "sr"),
    ):
        operation = f"quantize <{quantizer}> ins(%x : {x})"
        operation += " amax(%amax : tensor<f32>)"
        arguments, attributes = [matrix, amax], ""
        if name == "sr":
            operation += " seed(%seed : tensor<i64>)"
            arguments, attributes = [*arguments, seed], "{site = 1 : i64}"
        result[name] = function(
            f"{name}_{suffix}",
            arguments,
            operation,
            triple(rows, columns),
            attributes,
        )
    row, col = triple(rows, columns, ROTATION), triple(columns, rows, ROTATION)
    sites = f"group = {ROTATION} : i64, site = 1 : i64"
    eden = f"rotate_quantize <quartet2_backward> <{{}}> ins(%x : {x})"
    eden += " seed(%seed : tensor<i64>)"
    result["eden_row"] = function(
        f"eden_row_{suffix}",
        [matrix, seed],
        eden.format("row"),
        row,
        f"{{{sites}, row_site = 2 : i64}}",
    )
    result["eden_both"] = function(
        f"eden_both_{suffix}",
        [matrix, seed],
        eden.format("both"),
        row + col,
        f"{{{sites}, row_site = 2 : i64, col_site = 3 : i64}}",
    )
    saved = triple(rows, columns)
    result["requantize"] = function(
        f"requantize_{suffix}",
        [("d", saved[0]), ("s", saved[1]), ("t", saved[2]), seed],
        f"requantize <quartet2_backward> <col> ins(%d, %s, %t : "
        f"{', '.join(saved)}) seed(%seed : tensor<i64>)",
        col,
        f"{{{sites}, col_site = 3 : i64}}",
    )
    return result


def product(name, a, b, maps, shape):
    """Text and type of %name = a times b, the sum in f32, the result in bf16.
    Operands are pairs of value and type; the dimensions of the product are m, n
    and k, and `maps` says which of them index each operand."""
    wide, narrow = tensor(shape, "f32"), tensor(shape, "bf16")
    maps = ", ".join(
        f"affine_map<(m, n, k) -> ({place})>" for place in (*maps, "m, n")
    )
    text = f"""\
  %{name}_e = tensor.empty() : {wide}
  %{name}_z = linalg.fill ins(%zero : f32) outs(%{name}_e : {wide}) -> {wide}
  %{name}_s = linalg.matmul indexing_maps = [{maps}]
      ins({a[0]}, {b[0]} : {a[1]}, {b[1]}) outs(%{name}_z : {wide}) -> {wide}
  %{name}_n = tensor.empty() : {narrow}
  %{name} = linalg.generic {{indexing_maps = [
      affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}}
      ins(%{name}_s : {wide}) outs(%{name}_n : {narrow}) {{
  ^bb0(%v: f32, %o: bf16):
    %t = arith.truncf %v : f32 to bf16
    linalg.yield %t : bf16
  }} -> {narrow}
"""
    return text, narrow


def products(tokens, n, k):
    """Y = X W^T, dX = E W and dW = E^T X, as pairs of text and type."""
    x = ("%x", tensor((tokens, k), "bf16"))
    w = ("%w", tensor((n, k), "bf16"))
    e = ("%e", tensor((tokens, n), "bf16"))
    return (
        product("y", x, w, ("m, k", "n, k"), (tokens, n)),
        product("dx", e, w, ("m, k", "k, n"), (tokens, k)),
        product("dw", e, x, ("k, m", "k, n"), (n, k)),
    )


ZERO = "  %zero = arith.constant 0.0 : f32\n"


def layer(tokens, n, k):
    """Y, dX and dW in one function."""
    x, w = tensor((tokens, k), "bf16"), tensor((n, k), "bf16")
    e = tensor((tokens, n), "bf16")
    texts, kinds = zip(*products(tokens, n, k), strict=True)
    kinds = ", ".join(kinds)
    return (
        f"func.func @layer(%x: {x}, %w: {w} {{nvfp4.param}}, "
        f"%e: {e} {{nvfp4.gradient}}) -> ({kinds}) {{\n"
        f"{ZERO}{''.join(texts)}  return %y, %dx, %dw : {kinds}\n}}\n"
    )


def linear(tokens, n, k):
    """The pair of functions that quartet.torch.Linear calls: the forward one
    returns Y and what the backward one takes beside E."""
    x, w = tensor((tokens, k), "bf16"), tensor((n, k), "bf16")
    e = tensor((tokens, n), "bf16")
    (y, y_kind), (dx, dx_kind), (dw, dw_kind) = products(tokens, n, k)
    forward, backward = f"forward_{n}x{k}", f"backward_{n}x{k}"
    return (
        f"func.func @{forward}(%x: {x}, %w: {w} {{nvfp4.param}}) "
        f"-> ({y_kind}, {x}, {w}) {{\n{ZERO}{y}"
        f"  return %y, %x, %w : {y_kind}, {x}, {w}\n}}\n"
        f"func.func @{backward}("
        f"%x: {x} {{nvfp4.saved = #nvfp4.saved<@{forward}, result = 1>}}, "
        f"%w: {w} {{nvfp4.saved = #nvfp4.saved<@{forward}, result = 2>}}, "
        f"%e: {e} {{nvfp4.gradient}}) -> ({dx_kind}, {dw_kind}) {{\n"
        f"{ZERO}{dx}{dw}  return %dx, %dw : {dx_kind}, {dw_kind}\n}}\n"
    )
