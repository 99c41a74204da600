//===- NVFP4Ops.td - Operations of the nvfp4 dialect -------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensor-level operations in destination style, and the scalar conversions.
// Shapes: R rows, K columns, P padded columns (see the dialect description);
// every matrix may carry one leading batch dimension, which is not repeated
// below. On tensors an operation returns one result per destination; on memrefs
// it returns nothing.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_DIALECT_NVFP4_IR_NVFP4OPS_TD
#define QUARTET_DIALECT_NVFP4_IR_NVFP4OPS_TD

include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "quartet/Dialect/NVFP4/IR/NVFP4Attributes.td"

class NVFP4_Op<string mnemonic, list<Trait> traits = []>
    : Op<NVFP4_Dialect, mnemonic, traits>;

/// An operation in destination style on tensors or memrefs.
class NVFP4_DpsOp<string mnemonic, list<Trait> traits = []>
    : NVFP4_Op<mnemonic, !listconcat([
        DestinationStyleOpInterface,
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
        DeclareOpInterfaceMethods<ConditionallySpeculatable>,
        DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                                  ["reifyResultShapes"]>], traits)> {
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// amax
//===----------------------------------------------------------------------===//

def NVFP4_AmaxOp : NVFP4_DpsOp<"amax"> {
  let summary = "largest magnitude of a matrix";
  let description = [{
    `result = max(init, a)`, where `a` is the largest magnitude of the finite
    elements of `input` clamped to [2^-100, 2^127], and 0 if there is none
    other than zero. NaN and infinities do not take part. Accumulating into the
    destination makes row chunks of one matrix combine exactly; start from 0.

    Example:

    ```mlir
    %a = nvfp4.amax ins(%x : tensor<?x64xbf16>) outs(%zero : tensor<f32>)
    ```
  }];
  let arguments = (ins NVFP4_Matrix:$input, NVFP4_ScalarF32:$init);
  let assemblyFormat = [{
    `ins` `(` $input `:` type($input) `)` `outs` `(` $init `:` type($init) `)`
    attr-dict custom<DpsResults>(type($results), ref(type($init)))
  }];
  let hasFolder = 1;
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getInitMutable(); }
  }];
}

//===----------------------------------------------------------------------===//
// quantize
//===----------------------------------------------------------------------===//

def NVFP4_QuantizeOp
    : NVFP4_DpsOp<"quantize", [AttrSizedOperandSegments]> {
  let summary = "quantize a matrix to NVFP4";
  let description = [{
    Quantizes `input` (R x K; with `transpose` the input is K x R and its
    transpose is quantized) in blocks of 16 along K as `quantizer` says
    (docs/Numerics.md). Destinations: data R x P, block scales linear or tiled,
    tensor scale.

    * `amax`: the magnitude from which the tensor scale is formed; without it
      the operation finds its own. Quantizers with a post hoc tensor scale take
      none.
    * `seed`, `instance`, `site`: randomness; `seed` and `site` are required
      by stochastic quantizers and rejected by others.
    * `valid_rows`: rows from this one on count as +0.
    * `prescale`: a tensor scale the input is already divided by; the new
      tensor scale is multiplied by it.
    * `offsets`: row and column of the first element in the whole matrix, when
      the operation sees one tile of it; the column is a multiple of 16.

    Example:

    ```mlir
    %q:3 = nvfp4.quantize <quartet2_forward> ins(%x : tensor<?x64xbf16>)
        outs(%d, %s, %t : tensor<?x64xf4E2M1FN>, tensor<?x4xf8E4M3FN>,
             tensor<f32>)
    ```
  }];
  let arguments = (ins
    NVFP4_QuantizerAttr:$quantizer,
    NVFP4_Matrix:$input,
    Optional<NVFP4_ScalarF32>:$amax,
    Optional<NVFP4_Seed>:$seed,
    Optional<Index>:$instance,
    Optional<Index>:$valid_rows,
    Optional<NVFP4_ScalarF32>:$prescale,
    Variadic<Index>:$offsets,
    NVFP4_Data:$data_init,
    NVFP4_Scales:$scales_init,
    NVFP4_ScalarF32:$tensor_scale_init,
    OptionalAttr<I64Attr>:$site,
    UnitAttr:$transpose);
  let assemblyFormat = [{
    $quantizer `ins` `(` $input `:` type($input) `)`
    oilist(`amax` `(` $amax `:` type($amax) `)`
         | `seed` `(` $seed `:` type($seed) `)`
         | `instance` `(` $instance `)`
         | `valid_rows` `(` $valid_rows `)`
         | `prescale` `(` $prescale `:` type($prescale) `)`
         | `offsets` `(` $offsets `)`)
    `outs` `(` $data_init `,` $scales_init `,` $tensor_scale_init `:`
    type($data_init) `,` type($scales_init) `,` type($tensor_scale_init) `)`
    attr-dict
    custom<DpsResults>(type($results), ref(type($data_init)),
                       ref(type($scales_init)), ref(type($tensor_scale_init)))
  }];
  let hasFolder = 1;
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable();
  }];
}

//===----------------------------------------------------------------------===//
// dequantize
//===----------------------------------------------------------------------===//

def NVFP4_DequantizeOp : NVFP4_DpsOp<"dequantize"> {
  let summary = "decode a quantized matrix";
  let description = [{
    `code * block scale`, exact in f32, times the tensor scale if one is given
    (one rounding to f32), then rounded to the destination's element type. The
    destination is R x K with K <= P; columns past K are dropped. Of a rotated
    matrix this is the unnormalised rotated value.

    Example:

    ```mlir
    %x = nvfp4.dequantize
        ins(%d, %s : tensor<?x64xf4E2M1FN>, tensor<?x4xf8E4M3FN>)
        tensor_scale(%t : tensor<f32>) outs(%e : tensor<?x64xbf16>)
    ```
  }];
  let arguments = (ins
    NVFP4_Data:$data,
    NVFP4_Scales:$scales,
    Optional<NVFP4_ScalarF32>:$tensor_scale,
    NVFP4_Matrix:$init);
  let assemblyFormat = [{
    `ins` `(` $data `,` $scales `:` type($data) `,` type($scales) `)`
    (`tensor_scale` `(` $tensor_scale^ `:` type($tensor_scale) `)`)?
    `outs` `(` $init `:` type($init) `)` attr-dict
    custom<DpsResults>(type($results), ref(type($init)))
  }];
  let hasFolder = 1;
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getInitMutable(); }
  }];
}

//===----------------------------------------------------------------------===//
// rotate
//===----------------------------------------------------------------------===//

def NVFP4_RotateOp : NVFP4_DpsOp<"rotate", [AttrSizedOperandSegments]> {
  let summary = "randomized Hadamard rotation along the last dimension";
  let description = [{
    Multiplies each group of `group` (16, 32 or 128) consecutive columns by
    random signs and an unnormalised Hadamard matrix in natural order. f32
    input is rounded to bf16 first. Input is R x K (with `transpose` K x R);
    the f32 destination is R x P with P = K rounded up to the group, input past
    K counting as +0. `seed`, `instance`, `site` fix the signs; two operands of
    one contraction share them. `offsets` as in `nvfp4.quantize`, the column a
    multiple of the group.

    Example:

    ```mlir
    %r = nvfp4.rotate ins(%x : tensor<?x200xbf16>) seed(%seed : tensor<i64>)
        outs(%e : tensor<?x256xf32>) {group = 128 : i64, site = 7 : i64}
    ```
  }];
  let arguments = (ins
    NVFP4_Matrix:$input,
    NVFP4_Seed:$seed,
    Optional<Index>:$instance,
    Variadic<Index>:$offsets,
    NVFP4_F32Matrix:$init,
    DefaultValuedAttr<I64Attr, "128">:$group,
    I64Attr:$site,
    UnitAttr:$transpose);
  let assemblyFormat = [{
    `ins` `(` $input `:` type($input) `)` `seed` `(` $seed `:` type($seed) `)`
    oilist(`instance` `(` $instance `)` | `offsets` `(` $offsets `)`)
    `outs` `(` $init `:` type($init) `)` attr-dict
    custom<DpsResults>(type($results), ref(type($init)))
  }];
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getInitMutable(); }
  }];
}

//===----------------------------------------------------------------------===//
// scaled_matmul
//===----------------------------------------------------------------------===//

def NVFP4_ScaledMatmulOp : NVFP4_DpsOp<"scaled_matmul"> {
  let summary = "product of two quantized matrices, D = A B^T";
  let description = [{
    `lhs` is M x P, `rhs` N x P, both quantized along P; the destination is
    M x N of bf16, f16 or f32. M and N valid are those of the destination.
    `acc[m, n]` is the f32 sum over P of decoded products (codes times block
    scales), then

    `v = mul(mul(acc, lhs tensor scale), rhs tensor scale) * 2^scale_log2`,

    plus the destination's old value if `accumulate`, then the `epilogue`
    region. Its arguments are `v` in f32 and one element of each epilogue input,
    selected by `epilogue_maps` from (m, n) or (b, m, n); it yields a value of
    the destination's element type. Without a region `v` is rounded to that
    type.

    Example:

    ```mlir
    %y = nvfp4.scaled_matmul
        lhs(%a, %as, %at : tensor<?x64xf4E2M1FN>, tensor<?x4xf8E4M3FN>,
            tensor<f32>)
        rhs(%b, %bs, %bt : tensor<32x64xf4E2M1FN>, tensor<32x4xf8E4M3FN>,
            tensor<f32>)
        epilogue_ins(%bias : tensor<32xbf16>)
        outs(%e : tensor<?x32xbf16>)
        {epilogue_maps = [affine_map<(m, n) -> (n)>]} epilogue {
    ^bb0(%v: f32, %c: bf16):
      %cf = arith.extf %c : bf16 to f32
      %s = arith.addf %v, %cf : f32
      %t = arith.truncf %s : f32 to bf16
      nvfp4.yield %t : bf16
    }
    ```
  }];
  let arguments = (ins
    NVFP4_Data:$lhs,
    NVFP4_Scales:$lhs_scales,
    NVFP4_ScalarF32:$lhs_tensor_scale,
    NVFP4_Data:$rhs,
    NVFP4_Scales:$rhs_scales,
    NVFP4_ScalarF32:$rhs_tensor_scale,
    Variadic<AnyShaped>:$epilogue_inputs,
    NVFP4_Matrix:$init,
    DefaultValuedAttr<I64Attr, "0">:$scale_log2,
    UnitAttr:$accumulate,
    OptionalAttr<AffineMapArrayAttr>:$epilogue_maps);
  let regions = (region AnyRegion:$epilogue);
  let assemblyFormat = [{
    `lhs` `(` $lhs `,` $lhs_scales `,` $lhs_tensor_scale `:` type($lhs) `,`
              type($lhs_scales) `,` type($lhs_tensor_scale) `)`
    `rhs` `(` $rhs `,` $rhs_scales `,` $rhs_tensor_scale `:` type($rhs) `,`
              type($rhs_scales) `,` type($rhs_tensor_scale) `)`
    (`epilogue_ins` `(` $epilogue_inputs^ `:` type($epilogue_inputs) `)`)?
    `outs` `(` $init `:` type($init) `)` attr-dict (`epilogue` $epilogue^)?
    custom<DpsResults>(type($results), ref(type($init)))
  }];
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getInitMutable(); }
  }];
}

def NVFP4_YieldOp : NVFP4_Op<"yield", [
    Pure, ReturnLike, Terminator, ParentOneOf<["ScaledMatmulOp"]>]> {
  let summary = "terminates an epilogue region";
  let description = [{
    Yields the value stored for one element of the destination.

    Example: see `nvfp4.scaled_matmul`.
  }];
  let arguments = (ins AnyType:$value);
  let assemblyFormat = "$value `:` type($value) attr-dict";
}

//===----------------------------------------------------------------------===//
// Layout and storage
//===----------------------------------------------------------------------===//

def NVFP4_TileScalesOp : NVFP4_DpsOp<"tile_scales"> {
  let summary = "block scales from linear to the 128x4 tiling";
  let description = [{
    Writes `input` (R x C) into `ceil(R/128) x ceil(C/4) x 32 x 4 x 4`; pad
    bytes are 0x00.

    Example:

    ```mlir
    %t = nvfp4.tile_scales ins(%s : tensor<17x6xf8E4M3FN>)
        outs(%e : tensor<1x2x32x4x4xf8E4M3FN>)
    ```
  }];
  let arguments = (ins NVFP4_Scales:$input, NVFP4_Scales:$init);
  let assemblyFormat = [{
    `ins` `(` $input `:` type($input) `)` `outs` `(` $init `:` type($init) `)`
    attr-dict custom<DpsResults>(type($results), ref(type($init)))
  }];
  let hasFolder = 1;
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getInitMutable(); }
  }];
}

def NVFP4_UntileScalesOp : NVFP4_DpsOp<"untile_scales"> {
  let summary = "block scales from the 128x4 tiling to linear";
  let description = [{
    The inverse of `nvfp4.tile_scales`; pad bytes are dropped.

    Example:

    ```mlir
    %s = nvfp4.untile_scales ins(%t : tensor<1x2x32x4x4xf8E4M3FN>)
        outs(%e : tensor<17x6xf8E4M3FN>)
    ```
  }];
  let arguments = (ins NVFP4_Scales:$input, NVFP4_Scales:$init);
  let assemblyFormat = [{
    `ins` `(` $input `:` type($input) `)` `outs` `(` $init `:` type($init) `)`
    attr-dict custom<DpsResults>(type($results), ref(type($init)))
  }];
  let hasFolder = 1;
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getInitMutable(); }
  }];
}

def NVFP4_ToStorageOp : NVFP4_Op<"to_storage", [Pure]> {
  let summary = "pack f4E2M1FN values two to a byte";
  let description = [{
    From `R x P` codes to `R x P/2` bytes, even index in the low nibble. P is
    even.

    Example:

    ```mlir
    %b = nvfp4.to_storage %d : tensor<?x64xf4E2M1FN> to tensor<?x32xi8>
    ```
  }];
  let arguments = (ins TensorRankOf<[F4E2M1FN], [2, 3]>:$input);
  let results = (outs TensorRankOf<[I8], [2, 3]>:$result);
  let assemblyFormat =
      "$input `:` type($input) `to` type($result) attr-dict";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def NVFP4_FromStorageOp : NVFP4_Op<"from_storage", [Pure]> {
  let summary = "view packed bytes as f4E2M1FN values";
  let description = [{
    The inverse of `nvfp4.to_storage`.

    Example:

    ```mlir
    %d = nvfp4.from_storage %b : tensor<?x32xi8> to tensor<?x64xf4E2M1FN>
    ```
  }];
  let arguments = (ins TensorRankOf<[I8], [2, 3]>:$input);
  let results = (outs TensorRankOf<[F4E2M1FN], [2, 3]>:$result);
  let assemblyFormat =
      "$input `:` type($input) `to` type($result) attr-dict";
  let hasVerifier = 1;
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Fused operations
//===----------------------------------------------------------------------===//

def NVFP4_RotateQuantizeOp
    : NVFP4_DpsOp<"rotate_quantize", [AttrSizedOperandSegments]> {
  let summary = "rotate and quantize, in one or both directions from one read";
  let description = [{
    Equal, byte for byte, to `nvfp4.rotate` followed by `nvfp4.quantize` of
    `input` (direction `row`), of its transpose (`col`), or of each (`both`).
    Destinations in order: data, block scales and tensor scale of the row
    result, then of the column result, as present in `directions`, then, if
    `column_sum`, an f32 vector of the K column sums of `input`, each
    accumulated in f32 in ascending row order from +0.

    `site` fixes the signs (shared by both directions), `row_site` and
    `col_site` the rounding of each result.

    Example:

    ```mlir
    %q:6 = nvfp4.rotate_quantize <quartet2_backward> both
        ins(%e : tensor<256x128xbf16>) seed(%seed : tensor<i64>)
        outs(%d0, %s0, %t0, %d1, %s1, %t1 :
             tensor<256x128xf4E2M1FN>, tensor<256x8xf8E4M3FN>, tensor<f32>,
             tensor<128x256xf4E2M1FN>, tensor<128x16xf8E4M3FN>, tensor<f32>)
        {group = 128 : i64, site = 1 : i64, row_site = 2 : i64,
         col_site = 3 : i64}
    ```
  }];
  let arguments = (ins
    NVFP4_QuantizerAttr:$quantizer,
    NVFP4_DirectionsAttr:$directions,
    NVFP4_Matrix:$input,
    NVFP4_Seed:$seed,
    Optional<Index>:$instance,
    Variadic<AnyShaped>:$inits,
    DefaultValuedAttr<I64Attr, "128">:$group,
    I64Attr:$site,
    OptionalAttr<I64Attr>:$row_site,
    OptionalAttr<I64Attr>:$col_site,
    UnitAttr:$column_sum);
  let assemblyFormat = [{
    $quantizer $directions `ins` `(` $input `:` type($input) `)`
    `seed` `(` $seed `:` type($seed) `)` (`instance` `(` $instance^ `)`)?
    `outs` `(` $inits `:` type($inits) `)` attr-dict
    custom<DpsResults>(type($results), ref(type($inits)))
  }];
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getInitsMutable();
    }
  }];
}

def NVFP4_RequantizeOp
    : NVFP4_DpsOp<"requantize", [AttrSizedOperandSegments]> {
  let summary = "quantize a quantized matrix again, rotated";
  let description = [{
    Equal, byte for byte, to `nvfp4.dequantize` without the tensor scale into
    bf16 (exact) with K columns, then `nvfp4.rotate` and `nvfp4.quantize` of
    the matrix (direction `row`), its transpose (`col`) or each (`both`), the
    saved tensor scale being the `prescale`. Destinations as in
    `nvfp4.rotate_quantize`, without a column sum.

    Example:

    ```mlir
    %q:3 = nvfp4.requantize <quartet2_backward> col
        ins(%d, %s, %t : tensor<256x64xf4E2M1FN>, tensor<256x4xf8E4M3FN>,
            tensor<f32>)
        seed(%seed : tensor<i64>)
        outs(%d1, %s1, %t1 : tensor<64x256xf4E2M1FN>, tensor<64x16xf8E4M3FN>,
             tensor<f32>)
        {group = 128 : i64, site = 1 : i64, col_site = 4 : i64}
    ```
  }];
  let arguments = (ins
    NVFP4_QuantizerAttr:$quantizer,
    NVFP4_DirectionsAttr:$directions,
    NVFP4_Data:$data,
    NVFP4_Scales:$scales,
    NVFP4_ScalarF32:$tensor_scale,
    NVFP4_Seed:$seed,
    Optional<Index>:$instance,
    Variadic<AnyShaped>:$inits,
    DefaultValuedAttr<I64Attr, "128">:$group,
    I64Attr:$site,
    OptionalAttr<I64Attr>:$row_site,
    OptionalAttr<I64Attr>:$col_site);
  let assemblyFormat = [{
    $quantizer $directions `ins` `(` $data `,` $scales `,` $tensor_scale `:`
    type($data) `,` type($scales) `,` type($tensor_scale) `)`
    `seed` `(` $seed `:` type($seed) `)` (`instance` `(` $instance^ `)`)?
    `outs` `(` $inits `:` type($inits) `)` attr-dict
    custom<DpsResults>(type($results), ref(type($inits)))
  }];
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getInitsMutable();
    }
  }];
}

//===----------------------------------------------------------------------===//
// Scalar and vector conversions
//===----------------------------------------------------------------------===//

def NVFP4_F32Like : AnyTypeOf<[F32, VectorOfNonZeroRankOf<[F32]>],
    "f32 or vector of f32">;
def NVFP4_NarrowLike : AnyTypeOf<[
    F4E2M1FN, F8E4M3FN, VectorOfNonZeroRankOf<[F4E2M1FN, F8E4M3FN]>],
    "f4E2M1FN or f8E4M3FN value or vector">;

def NVFP4_EncodeOp : NVFP4_Op<"encode", [
    Pure, SameOperandsAndResultShape]> {
  let summary = "f32 to f4E2M1FN or f8E4M3FN";
  let description = [{
    Round to nearest, ties to even, saturating: magnitudes beyond the largest
    finite value, infinities included, become that value. NaN becomes +6 in
    f4E2M1FN and 0x7F in f8E4M3FN. The sign of zero is kept. Unlike
    `arith.truncf`, this is exact at ties.

    Example:

    ```mlir
    %c = nvfp4.encode %x : vector<16xf32> to vector<16xf4E2M1FN>
    ```
  }];
  let arguments = (ins NVFP4_F32Like:$input);
  let results = (outs NVFP4_NarrowLike:$result);
  let assemblyFormat = "$input `:` type($input) `to` type($result) attr-dict";
  let hasFolder = 1;
}

def NVFP4_DecodeOp : NVFP4_Op<"decode", [
    Pure, SameOperandsAndResultShape]> {
  let summary = "f4E2M1FN or f8E4M3FN to f32";
  let description = [{
    Exact. 0x7F and 0xFF of f8E4M3FN become NaN.

    Example:

    ```mlir
    %x = nvfp4.decode %c : vector<16xf4E2M1FN> to vector<16xf32>
    ```
  }];
  let arguments = (ins NVFP4_NarrowLike:$input);
  let results = (outs NVFP4_F32Like:$result);
  let assemblyFormat = "$input `:` type($input) `to` type($result) attr-dict";
  let hasFolder = 1;
}

#endif // QUARTET_DIALECT_NVFP4_IR_NVFP4OPS_TD
