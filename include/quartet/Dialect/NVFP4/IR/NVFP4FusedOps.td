//===- NVFP4FusedOps.td - Fused operations -----------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One operation per kernel that reads its input once. Each is equal, byte for
// byte, to a decomposition into the operations of NVFP4MatrixOps.td, which pass
// `nvfp4-decompose` performs. Included by NVFP4Ops.td.
//
//===----------------------------------------------------------------------===//

/// Declarations shared by the fused operations.
class NVFP4_FusedOp<string mnemonic>
    : NVFP4_DpsOp<mnemonic, [AttrSizedOperandSegments]> {
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getInitsMutable();
    }
    /// True if the matrix itself is quantized (direction `row` or `both`).
    bool hasRow() {
      return getDirections() != ::quartet::nvfp4::Directions::Col;
    }
    /// True if the transpose is quantized (direction `col` or `both`).
    bool hasCol() {
      return getDirections() != ::quartet::nvfp4::Directions::Row;
    }
  }];
}

def NVFP4_RotateQuantizeOp : NVFP4_FusedOp<"rotate_quantize"> {
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

    Constraints:
    * rotate_quantize_c1: all shaped operands are tensors, or all are memrefs.
    * rotate_quantize_c2: there are three destinations per direction and one
      more with `column_sum`.
    * rotate_quantize_c3: the row result has the shapes of a quantized R x K
      matrix, the column result those of a K x R matrix, padded to the rotation
      group if that is larger than 32 (constraints c2 to c4 of
      `nvfp4.quantize`).
    * rotate_quantize_c4: the column sum is f32 of K elements (batch x K).
    * rotate_quantize_c5: `group` is 16, 32 or 128.
    * rotate_quantize_c6: `row_site` and `col_site` are present exactly for the
      directions of a stochastic quantizer.
    * rotate_quantize_c7: sites are at least 0 and below 2^32.
    * rotate_quantize_c8: `instance` is at least 0 and below 2^30. Checked
      where it is a constant.

    Example:

    ```mlir
    %q:6 = nvfp4.rotate_quantize <quartet2_backward> <both>
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
    `` custom<DpsResults>(type($results), ref(type($inits)))
  }];
  let builders = [
    OpBuilder<(ins "::quartet::nvfp4::QuantizerAttr":$quantizer,
      "::quartet::nvfp4::Directions":$directions, "::mlir::Value":$input,
      "::mlir::Value":$seed, "::mlir::ValueRange":$inits, "int64_t":$group,
      "int64_t":$site, "::std::optional<int64_t>":$rowSite,
      "::std::optional<int64_t>":$colSite,
      CArg<"bool", "false">:$columnSum,
      CArg<"::mlir::Value", "{}">:$instance)>];
}

def NVFP4_RequantizeOp : NVFP4_FusedOp<"requantize"> {
  let summary = "quantize a quantized matrix again, rotated";
  let description = [{
    Equal, byte for byte, to `nvfp4.dequantize` without the tensor scale into
    bf16 (exact) with K columns, then `nvfp4.rotate` and `nvfp4.quantize` of
    the matrix (direction `row`), its transpose (`col`) or each (`both`), the
    saved tensor scale being the `prescale`. K is the number of rows of the
    column result; without one it is P. Destinations as in
    `nvfp4.rotate_quantize`, without a column sum.

    Constraints:
    * requantize_c1: all shaped operands are tensors, or all are memrefs.
    * requantize_c2: there are three destinations per direction.
    * requantize_c3: the scales have the shape that belongs to the data, linear
      or tiled; P is a multiple of 32.
    * requantize_c4: the row result has the shapes of a quantized R x K matrix,
      the column result those of a K x R matrix, padded to the rotation group
      if that is larger than 32; K is at most P.
    * requantize_c5: `group` is 16, 32 or 128.
    * requantize_c6: `row_site` and `col_site` are present exactly for the
      directions of a stochastic quantizer.
    * requantize_c7: sites are at least 0 and below 2^32.
    * requantize_c8: `instance` is at least 0 and below 2^30. Checked where it
      is a constant.

    Example:

    ```mlir
    %q:3 = nvfp4.requantize <quartet2_backward> <col>
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
    `` custom<DpsResults>(type($results), ref(type($inits)))
  }];
  let builders = [
    // `matrix` is data, block scales and tensor scale.
    OpBuilder<(ins "::quartet::nvfp4::QuantizerAttr":$quantizer,
      "::quartet::nvfp4::Directions":$directions, "::mlir::ValueRange":$matrix,
      "::mlir::Value":$seed, "::mlir::ValueRange":$inits, "int64_t":$group,
      "int64_t":$site, "::std::optional<int64_t>":$rowSite,
      "::std::optional<int64_t>":$colSite,
      CArg<"::mlir::Value", "{}">:$instance)>];
}
