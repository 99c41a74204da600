//===- NVFP4MatrixOps.td - Quantize, rotate, multiply ------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations a recipe is made of. Included by NVFP4Ops.td, which defines the
// base classes and says what R, K and P stand for. The labels <op>_c<n> are
// repeated in the verifiers and in the names of the tests.
//
//===----------------------------------------------------------------------===//

//===----------------------------------------------------------------------===//
// amax
//===----------------------------------------------------------------------===//

def NVFP4_AmaxOp : NVFP4_DpsOneInitOp<"amax"> {
  let summary = "largest magnitude of a matrix";
  let description = [{
    `result = max(init, a)`, where `a` is the largest magnitude of the finite
    elements of `input` clamped to [2^-100, 2^127], and 0 if there is none
    other than zero. NaN and infinities do not take part. Accumulating into the
    destination makes row chunks of one matrix combine exactly; start from 0.

    Constraints:
    * amax_c1: all operands are tensors, or all are memrefs.

    Example:

    ```mlir
    %a = nvfp4.amax ins(%x : tensor<?x64xbf16>) outs(%zero : tensor<f32>)
    ```
  }];
  let arguments = (ins NVFP4_Matrix:$input, NVFP4_ScalarF32:$init);
  let assemblyFormat = [{
    `ins` `(` $input `:` type($input) `)` `outs` `(` $init `:` type($init) `)`
    attr-dict `` custom<DpsResults>(type($results), ref(type($init)))
  }];
  let builders = [OpBuilder<(ins "::mlir::Value":$input, "::mlir::Value":$init)>];
  let hasFolder = 1;
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
    tensor scale. Codes past K and the pad bytes of tiled scales are written as
    zeros.

    * `amax`: the magnitude from which the tensor scale is formed; without it
      the operation finds its own. An `amax` smaller than the data saturates.
    * `seed`, `instance`, `site`: randomness. The counter of an element is that
      of row r, column c of the matrix as the contraction sees it (after
      `transpose`); row r of batch element b counts as row b * R + r.
    * `valid_rows`: rows of `input`, as it is stored, from this one on count as
      +0. With `transpose` these are columns of the quantized matrix.
    * `prescale`: a tensor scale the input is already divided by; the new
      tensor scale is multiplied by it.
    * `offsets`: row and column of the first element in the whole matrix (after
      `transpose`), when the operation sees one tile of it. They select the
      random numbers and nothing else: rows that share a scale are counted from
      the operation's own first row.

    Constraints:
    * quantize_c1: all shaped operands are tensors, or all are memrefs.
    * quantize_c2: input, data and scales agree in having a batch and in its
      size.
    * quantize_c3: the data has R rows and P columns, P being K rounded up to
      32 (P/2 columns of `i8`).
    * quantize_c4: the scales are R x P/16, or in the 128x4 tiling
      `ceil(R/128) x ceil(P/64) x 32 x 4 x 4`.
    * quantize_c5: `seed` and `site` are present exactly with a stochastic
      quantizer, `instance` only with one.
    * quantize_c6: no `amax` with a post hoc tensor scale.
    * quantize_c7: no offsets or two, not negative; the column offset is a
      multiple of 16.
    * quantize_c8: `site` is at least 0 and below 2^32.
    * quantize_c9: `instance` is at least 0 and below 2^30, so that the counter
      word 4 * instance + draw does not wrap. Checked where it is a constant.
    * quantize_c10: `valid_rows` is not negative. Checked where it is a
      constant.

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
    `` custom<DpsResults>(type($results), ref(type($data_init)),
                       ref(type($scales_init)), ref(type($tensor_scale_init)))
  }];
  let builders = [
    // `inits` are data, block scales and tensor scale.
    OpBuilder<(ins "::quartet::nvfp4::QuantizerAttr":$quantizer,
      "::mlir::Value":$input, "::mlir::ValueRange":$inits,
      CArg<"const ::quartet::nvfp4::QuantizeOptions &", "{}">:$options)>];
  let hasFolder = 1;
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable();
  }];
}

//===----------------------------------------------------------------------===//
// dequantize
//===----------------------------------------------------------------------===//

def NVFP4_DequantizeOp : NVFP4_DpsOneInitOp<"dequantize"> {
  let summary = "decode a quantized matrix";
  let description = [{
    `code * block scale`, exact in f32, times the tensor scale if one is given
    (one rounding to f32), then rounded to the destination's element type. The
    destination is R x K with K <= P; columns past K are dropped. Of a rotated
    matrix this is the unnormalised rotated value.

    Constraints:
    * dequantize_c1: all operands are tensors, or all are memrefs.
    * dequantize_c2: data, scales and destination agree in having a batch and
      in its size.
    * dequantize_c3: the destination has the rows of the data and at most its P
      columns; P is a multiple of 32.
    * dequantize_c4: the scales have the shape that belongs to the data, linear
      or tiled.

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
    `` custom<DpsResults>(type($results), ref(type($init)))
  }];
  let builders = [
    // A null `tensorScale` is an absent one.
    OpBuilder<(ins "::mlir::Value":$data, "::mlir::Value":$scales,
      "::mlir::Value":$tensorScale, "::mlir::Value":$init)>];
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// rotate
//===----------------------------------------------------------------------===//

def NVFP4_RotateOp
    : NVFP4_DpsOneInitOp<"rotate", [AttrSizedOperandSegments]> {
  let summary = "randomized Hadamard rotation along the last dimension";
  let description = [{
    Multiplies each group of `group` (16, 32 or 128) consecutive columns by
    random signs and an unnormalised Hadamard matrix in natural order. f32
    input is rounded to bf16 first. Input is R x K (with `transpose` K x R);
    the f32 destination is R x P with P = K rounded up to the group, or to 32 if
    that is larger, input past K counting as +0. `seed`, `instance`, `site` fix the signs; two operands of
    one contraction share them. `offsets` as in `nvfp4.quantize`; only the
    column takes part.

    Constraints:
    * rotate_c1: all shaped operands are tensors, or all are memrefs.
    * rotate_c2: input and destination agree in having a batch and in its size.
    * rotate_c3: the destination has R rows and P columns, P being K rounded up
      to the group, or to 32 if that is larger.
    * rotate_c4: `group` is 16, 32 or 128.
    * rotate_c5: `site` is at least 0 and below 2^32.
    * rotate_c6: no offsets or two, not negative; the column offset is a
      multiple of the group.
    * rotate_c7: `instance` is at least 0 and below 2^30. Checked where it is a
      constant.

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
    `` custom<DpsResults>(type($results), ref(type($init)))
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input, "::mlir::Value":$seed,
      "::mlir::Value":$init, "int64_t":$group, "int64_t":$site,
      CArg<"bool", "false">:$transpose, CArg<"::mlir::Value", "{}">:$instance,
      CArg<"::mlir::ValueRange", "{}">:$offsets)>];
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// scaled_matmul
//===----------------------------------------------------------------------===//

def NVFP4_ScaledMatmulOp : NVFP4_DpsOneInitOp<"scaled_matmul"> {
  let summary = "product of two quantized matrices, D = A B^T";
  let description = [{
    `lhs` is M x P, `rhs` N x P, both quantized along P; the destination is
    M x N of bf16, f16 or f32. M and N valid are those of the destination.
    `acc[m, n]` is the f32 sum over P of decoded products (codes times block
    scales), then

    `v = mul(mul(acc, lhs tensor scale), rhs tensor scale) * 2^scale_log2`,

    plus the destination's old value (exact in f32) if `accumulate`, then the
    `epilogue` region. Its arguments are `v` in f32 and one element of each
    epilogue input, selected by `epilogue_maps` from (m, n) or (b, m, n); it
    yields a value of the destination's element type. Without a region `v` is
    rounded to that type.

    Constraints:
    * scaled_matmul_c1: all operands are tensors, or all are memrefs.
    * scaled_matmul_c2: both operands, their scales and the destination agree
      in having a batch and in its size.
    * scaled_matmul_c3: both operands have the same P, a multiple of 32.
    * scaled_matmul_c4: the operands have at least the rows of the destination:
      M in `lhs`, N in `rhs`.
    * scaled_matmul_c5: the scales of each operand have the shape that belongs
      to its data, linear or tiled.
    * scaled_matmul_c6: there is one epilogue map per epilogue input, from the
      destination's dimensions, without symbols, to as many distinct dimensions
      as the input has; sizes agree with the destination's.
    * scaled_matmul_c7: the epilogue is one block with an f32 argument and one
      argument per epilogue input, of its element type. Without an epilogue
      there are no inputs and no maps.
    * scaled_matmul_c8: the epilogue ends in `nvfp4.yield` of one value of the
      destination's element type, and its operations have no memory effects.
    * scaled_matmul_c9: 2^scale_log2 is a normal f32: -126 to 127.

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
    `` custom<DpsResults>(type($results), ref(type($init)))
  }];
  let builders = [
    // `lhs` and `rhs` are data, block scales and tensor scale. The epilogue
    // stays empty; `addEpilogueBlock` makes one.
    OpBuilder<(ins "::mlir::ValueRange":$lhs, "::mlir::ValueRange":$rhs,
      "::mlir::Value":$init, CArg<"int64_t", "0">:$scaleLog2,
      CArg<"bool", "false">:$accumulate,
      CArg<"::mlir::ValueRange", "{}">:$epilogueInputs,
      CArg<"::llvm::ArrayRef<::mlir::AffineMap>", "{}">:$epilogueMaps)>];
  let hasCanonicalizer = 1;
  let hasRegionVerifier = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getInitMutable(); }

    /// The maps of the epilogue inputs, empty if there are none.
    ::llvm::SmallVector<::mlir::AffineMap> getEpilogueMapValues();

    /// Adds the epilogue's block with its arguments (f32, then one element of
    /// each epilogue input); the caller fills it and ends it with nvfp4.yield.
    ::mlir::Block *addEpilogueBlock();
  }];
}

def NVFP4_YieldOp : NVFP4_Op<"yield", [
    Pure, ReturnLike, Terminator, ParentOneOf<["ScaledMatmulOp"]>]> {
  let summary = "terminates an epilogue region";
  let description = [{
    Yields the value stored for one element of the destination, as the last
    operation of the epilogue of `nvfp4.scaled_matmul`.

    Example:

    ```mlir
    nvfp4.yield %t : bf16
    ```
  }];
  let arguments = (ins AnyType:$value);
  let assemblyFormat = "$value `:` type($value) attr-dict";
}
