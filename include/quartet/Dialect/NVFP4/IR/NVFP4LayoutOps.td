//===- NVFP4LayoutOps.td - Layout, storage and codecs ------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations that change how codes and scales are kept, and the scalar
// conversions. Included by NVFP4Ops.td.
//
//===----------------------------------------------------------------------===//

//===----------------------------------------------------------------------===//
// Layout of block scales
//===----------------------------------------------------------------------===//

def NVFP4_TileScalesOp : NVFP4_DpsOneInitOp<"tile_scales"> {
  let summary = "block scales from linear to the 128x4 tiling";
  let description = [{
    Writes `input` (R x C) into `ceil(R/128) x ceil(C/4) x 32 x 4 x 4`; pad
    bytes are 0x00.

    Constraints:
    * tile_scales_c1: both operands are tensors, or both are memrefs.
    * tile_scales_c2: the input is linear (rank 2, or 3 with batch), the
      destination is tiled (rank 5, or 6 with batch).
    * tile_scales_c3: the sizes of the destination belong to those of the
      input.

    Example:

    ```mlir
    %t = nvfp4.tile_scales ins(%s : tensor<17x6xf8E4M3FN>)
        outs(%e : tensor<1x2x32x4x4xf8E4M3FN>)
    ```
  }];
  let arguments = (ins NVFP4_Scales:$input, NVFP4_Scales:$init);
  let assemblyFormat = [{
    `ins` `(` $input `:` type($input) `)` `outs` `(` $init `:` type($init) `)`
    attr-dict `` custom<DpsResults>(type($results), ref(type($init)))
  }];
  let builders = [OpBuilder<(ins "::mlir::Value":$input, "::mlir::Value":$init)>];
  let hasFolder = 1;
}

def NVFP4_UntileScalesOp : NVFP4_DpsOneInitOp<"untile_scales"> {
  let summary = "block scales from the 128x4 tiling to linear";
  let description = [{
    The inverse of `nvfp4.tile_scales`; pad bytes are dropped.

    Constraints:
    * untile_scales_c1: both operands are tensors, or both are memrefs.
    * untile_scales_c2: the input is tiled (rank 5, or 6 with batch), the
      destination is linear (rank 2, or 3 with batch).
    * untile_scales_c3: the sizes of the input belong to those of the
      destination.

    Example:

    ```mlir
    %s = nvfp4.untile_scales ins(%t : tensor<1x2x32x4x4xf8E4M3FN>)
        outs(%e : tensor<17x6xf8E4M3FN>)
    ```
  }];
  let arguments = (ins NVFP4_Scales:$input, NVFP4_Scales:$init);
  let assemblyFormat = [{
    `ins` `(` $input `:` type($input) `)` `outs` `(` $init `:` type($init) `)`
    attr-dict `` custom<DpsResults>(type($results), ref(type($init)))
  }];
  let builders = [OpBuilder<(ins "::mlir::Value":$input, "::mlir::Value":$init)>];
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Storage of codes
//===----------------------------------------------------------------------===//

class NVFP4_StorageOp<string mnemonic> : NVFP4_Op<mnemonic, [
    Pure, DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                                    ["reifyResultShapes"]>]> {
  let assemblyFormat =
      "$input `:` type($input) `to` type($result) attr-dict";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def NVFP4_ToStorageOp : NVFP4_StorageOp<"to_storage"> {
  let summary = "pack f4E2M1FN values two to a byte";
  let description = [{
    From `R x P` codes to `R x P/2` bytes, even index in the low nibble.

    Constraints:
    * to_storage_c1: P is even.
    * to_storage_c2: the result has the shape of the input but P/2 columns.

    Example:

    ```mlir
    %b = nvfp4.to_storage %d : tensor<?x64xf4E2M1FN> to tensor<?x32xi8>
    ```
  }];
  let arguments = (ins TensorRankOf<[F4E2M1FN], [2, 3]>:$input);
  let results = (outs TensorRankOf<[I8], [2, 3]>:$result);
}

def NVFP4_FromStorageOp : NVFP4_StorageOp<"from_storage"> {
  let summary = "view packed bytes as f4E2M1FN values";
  let description = [{
    The inverse of `nvfp4.to_storage`.

    Constraints:
    * from_storage_c1: the result has the shape of the input but twice its
      columns.

    Example:

    ```mlir
    %d = nvfp4.from_storage %b : tensor<?x32xi8> to tensor<?x64xf4E2M1FN>
    ```
  }];
  let arguments = (ins TensorRankOf<[I8], [2, 3]>:$input);
  let results = (outs TensorRankOf<[F4E2M1FN], [2, 3]>:$result);
}

def NVFP4_ImportOp : NVFP4_Op<"import", [
    Pure, AllTypesMatch<["scales", "block_scales"]>,
    AllTypesMatch<["global_scale", "tensor_scale"]>]> {
  let summary = "a quantized matrix as a checkpoint stores it";
  let description = [{
    From the tensors of a checkpoint to data, block scales and tensor scale.
    Bytes hold two codes, the even index in the low nibble, and block scales are
    linear, in both conventions; they differ in the scale of the whole matrix:

    * `compressed_tensors`: `global_scale` (`weight_global_scale`) is a divisor;
      the tensor scale is 1 / `global_scale`, rounded once.
    * `modelopt`: `global_scale` (`weight_scale_2`) is the tensor scale.

    Pass `nvfp4-expand-import` replaces the operation by `nvfp4.from_storage` and
    this arithmetic, so that one matrix stored in both ways becomes the same
    program. Until then it does not fold: a product with its decoded value takes
    the matrix as it is stored.

    Constraints:
    * import_c1: the result has the shape of the bytes but twice its columns, a
      multiple of 32.
    * import_c2: the scales have the shape that belongs to the data, linear.

    Example:

    ```mlir
    %d, %s, %t = nvfp4.import <modelopt>
        ins(%weight, %weight_scale, %weight_scale_2 : tensor<32x32xi8>,
            tensor<32x4xf8E4M3FN>, tensor<f32>) to tensor<32x64xf4E2M1FN>
    ```
  }];
  let arguments = (ins
    NVFP4_ConventionAttr:$convention,
    TensorRankOf<[I8], [2, 3]>:$bytes,
    TensorRankOf<[F8E4M3FN], [2, 3]>:$scales,
    TensorRankOf<[F32], [0]>:$global_scale);
  let results = (outs
    TensorRankOf<[F4E2M1FN], [2, 3]>:$data,
    TensorRankOf<[F8E4M3FN], [2, 3]>:$block_scales,
    TensorRankOf<[F32], [0]>:$tensor_scale);
  let assemblyFormat = [{
    $convention `ins` `(` $bytes `,` $scales `,` $global_scale `:`
    type($bytes) `,` type($scales) `,` type($global_scale) `)`
    `to` type($data) attr-dict
  }];
  let hasVerifier = 1;
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
