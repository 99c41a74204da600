//===- Passes.td - Passes of the nvfp4 dialect -------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From nvfp4 to nvfp4. All of these keep every bit of every result unless they
// say otherwise.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_DIALECT_NVFP4_TRANSFORMS_PASSES_TD
#define QUARTET_DIALECT_NVFP4_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// Fusion
//===----------------------------------------------------------------------===//

def NVFP4Decompose : Pass<"nvfp4-decompose"> {
  let summary = "fused operations into rotate and quantize";
  let description = [{
    Replaces `nvfp4.rotate_quantize` by `nvfp4.rotate` and `nvfp4.quantize` for
    each direction and a `linalg.generic` for the column sum, and
    `nvfp4.requantize` by `nvfp4.dequantize` into bf16 followed by the same.
    This is the definition of the fused operations: bit-exact. A fused
    operation on memrefs is an error.

    ```mlir
    %q:3 = nvfp4.requantize <quartet2_backward> <col>
        ins(%d, %s, %t : tensor<256x64xf4E2M1FN>, tensor<256x4xf8E4M3FN>,
            tensor<f32>)
        seed(%seed : tensor<i64>)
        outs(%d1, %s1, %t1 : tensor<64x256xf4E2M1FN>, tensor<64x16xf8E4M3FN>,
             tensor<f32>) {site = 1 : i64, col_site = 4 : i64}
    ```

    becomes

    ```mlir
    %v = nvfp4.dequantize
        ins(%d, %s : tensor<256x64xf4E2M1FN>, tensor<256x4xf8E4M3FN>)
        outs(%e0 : tensor<256x64xbf16>)
    %r = nvfp4.rotate ins(%v : tensor<256x64xbf16>) seed(%seed : tensor<i64>)
        outs(%e1 : tensor<64x256xf32>) {site = 1 : i64, transpose}
    %q:3 = nvfp4.quantize <quartet2_backward> ins(%r : tensor<64x256xf32>)
        seed(%seed : tensor<i64>) prescale(%t : tensor<f32>)
        outs(%d1, %s1, %t1 : tensor<64x256xf4E2M1FN>, tensor<64x16xf8E4M3FN>,
             tensor<f32>) {site = 4 : i64}
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect",
    "::quartet::nvfp4::NVFP4Dialect"];
}

def NVFP4FuseEpilogue : Pass<"nvfp4-fuse-epilogue"> {
  let summary = "elementwise consumers of a product into its epilogue";
  let description = [{
    A `linalg.generic` that maps each element of the result of an
    `nvfp4.scaled_matmul`, alone or with other tensors (bias, residual,
    activation, cast), moves into the product's epilogue region if the product
    has no other user and stands in the same block. Its body may only consist
    of elementwise arithmetic on its arguments and on constants. Repeated until
    nothing fits. Bit-exact.

    ```mlir
    %0 = nvfp4.scaled_matmul ... outs(%e : tensor<4x8xf32>)
    %1 = linalg.generic ... ins(%0, %bias : tensor<4x8xf32>, tensor<8xf32>) ...
    ```

    becomes

    ```mlir
    %1 = nvfp4.scaled_matmul ... epilogue_ins(%bias : tensor<8xf32>) ...
        {epilogue_maps = [affine_map<(m, n) -> (n)>]} epilogue { ... }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def NVFP4FuseRotateQuantize : Pass<"nvfp4-fuse-rotate-quantize"> {
  let summary = "rotate and quantize in one operation";
  let description = [{
    `nvfp4.rotate` whose one user is an `nvfp4.quantize` becomes
    `nvfp4.rotate_quantize`, and `nvfp4.requantize` if what is rotated is the
    decoded value of a quantized matrix whose tensor scale the quantizer
    continues. The rotated f32 matrix is never stored. Bit-exact.

    ```mlir
    %r = nvfp4.rotate ins(%x : tensor<64x128xbf16>) seed(%s : tensor<i64>) ...
    %q:3 = nvfp4.quantize <quartet2_backward> ins(%r : tensor<64x128xf32>) ...
    ```

    becomes

    ```mlir
    %q:3 = nvfp4.rotate_quantize <quartet2_backward> <row>
        ins(%x : tensor<64x128xbf16>) seed(%s : tensor<i64>) ...
    ```
  }];
}

def NVFP4FuseDirections : Pass<"nvfp4-fuse-directions"> {
  let summary = "both directions, and the column sum, from one read";
  let description = [{
    Two `nvfp4.rotate_quantize` (or `nvfp4.requantize`) of the same matrix, one
    along its rows and one along its columns, with the same quantizer, seed,
    instance, group and rotation site, in one block, become one of direction
    `both`. Bit-exact.

    With `column-sums`, a linalg operation that adds up the rows of the same
    matrix in f32 (the gradient of a bias), before or after rows were merged by
    `tensor.collapse_shape`, becomes its column sum. That *changes rounding*:
    linalg leaves the order of the sum open, and `nvfp4.rotate_quantize` fixes
    it.
  }];
  let options = [
    Option<"columnSums", "column-sums", "bool", /*default=*/"true",
           "Also take over sums over the rows, in a fixed order">];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def NVFP4ShareAmax : Pass<"nvfp4-share-amax"> {
  let summary = "one amax for several quantizations of a matrix";
  let description = [{
    Quantizations of the same matrix in one block that look for its largest
    magnitude, in practice along rows and along columns, are given the result of
    one `nvfp4.amax`. Quantizers that form the tensor scale afterwards do not
    look for it. Bit-exact.

    ```mlir
    %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<64x128xbf16>) outs(...)
    %p:3 = nvfp4.quantize <rtn> ins(%x : tensor<64x128xbf16>) outs(...)
        {transpose}
    ```

    becomes

    ```mlir
    %a = nvfp4.amax ins(%x : tensor<64x128xbf16>) outs(%zero : tensor<f32>)
    %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<64x128xbf16>)
        amax(%a : tensor<f32>) outs(...)
    %p:3 = nvfp4.quantize <rtn> ins(%x : tensor<64x128xbf16>)
        amax(%a : tensor<f32>) outs(...) {transpose}
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

//===----------------------------------------------------------------------===//
// Storage
//===----------------------------------------------------------------------===//

def NVFP4ExpandImport : Pass<"nvfp4-expand-import"> {
  let summary = "conventions of checkpoints into arithmetic";
  let description = [{
    Replaces `nvfp4.import` by `nvfp4.from_storage` of its bytes and the tensor
    scale that its convention means. With constants the result is the same
    program for every convention. Bit-exact.

    ```mlir
    %d, %s, %t = nvfp4.import <compressed_tensors>
        ins(%bytes, %scales, %g : tensor<32x32xi8>, tensor<32x4xf8E4M3FN>,
            tensor<f32>) to tensor<32x64xf4E2M1FN>
    ```

    becomes, with `%scales` for `%s`,

    ```mlir
    %d = nvfp4.from_storage %bytes : tensor<32x32xi8> to tensor<32x64xf4E2M1FN>
    %one = arith.constant dense<1.0> : tensor<f32>
    %t = arith.divf %one, %g : tensor<f32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def NVFP4LegalizeStorage
    : Pass<"nvfp4-legalize-storage", "::mlir::ModuleOp"> {
  let summary = "keep f4E2M1FN tensors as packed bytes";
  let description = [{
    Buffers cannot hold f4E2M1FN: one byte per element is stored where vector
    accesses expect two elements in one. This pass rewrites every f4E2M1FN
    tensor `... x P` to `... x P/2` of `i8`, the even index in the low nibble:
    function signatures, calls and branches, the regions of `scf`, constants,
    `arith.select`, `linalg.fill`, `bufferization.alloc_tensor`, and of the
    tensor dialect `empty`, `cast`, `dim`, `extract_slice`, `insert_slice`,
    `parallel_insert_slice`, `collapse_shape` and `expand_shape`.
    `nvfp4.to_storage` and `nvfp4.from_storage` disappear. Runs after everything
    that wants to see element types and before bufferization. Bit-exact.

    Reported at the operation, before anything is changed: an f4E2M1FN tensor
    of rank 0 or with an odd last extent, a slice that starts or ends inside a
    byte or may do so, a reshape that splits a byte, an operation that looks at
    single elements or is not listed above, and any memref of f4E2M1FN. A
    dynamic last extent is taken to be even, as that of every quantized matrix
    is.

    ```mlir
    %0 = tensor.extract_slice %d[0, 32] [4, 64] [1, 1]
        : tensor<4x128xf4E2M1FN> to tensor<4x64xf4E2M1FN>
    ```

    becomes

    ```mlir
    %0 = tensor.extract_slice %d[0, 16] [4, 32] [1, 1]
        : tensor<4x64xi8> to tensor<4x32xi8>
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::tensor::TensorDialect"];
}

def NVFP4TileScales : Pass<"nvfp4-tile-scales"> {
  let summary = "block scales of products in the layout of tensor cores";
  let description = [{
    For targets whose products read tiled block scales. Quantizers that write
    linear scales into a `tensor.empty`, read by `nvfp4.scaled_matmul`,
    `nvfp4.dequantize` and `nvfp4.requantize` alone and by at least one product,
    write them tiled; before a product that still takes linear scales (arguments,
    saved tensors, values carried by loops) stands an `nvfp4.tile_scales`.
    Bit-exact. Operations on memrefs are left alone.

    ```mlir
    %y = nvfp4.scaled_matmul lhs(%a, %as, %at : tensor<256x64xi8>,
                                 tensor<256x8xf8E4M3FN>, tensor<f32>) ...
    ```

    becomes

    ```mlir
    %e = tensor.empty() : tensor<2x2x32x4x4xf8E4M3FN>
    %ts = nvfp4.tile_scales ins(%as : tensor<256x8xf8E4M3FN>)
        outs(%e : tensor<2x2x32x4x4xf8E4M3FN>)
    %y = nvfp4.scaled_matmul lhs(%a, %ts, %at : tensor<256x64xi8>,
                                 tensor<2x2x32x4x4xf8E4M3FN>, tensor<f32>) ...
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::tensor::TensorDialect",
                           "::quartet::nvfp4::NVFP4Dialect"];
}

def NVFP4VerifyLayout : Pass<"nvfp4-verify-layout"> {
  let summary = "report uses that contradict a layout";
  let description = [{
    Block scales of type `... x 32x4x4xf8E4M3FN` (rank 5, or 6 with batch) are
    in the 128x4 tiling, and f4E2M1FN data is destined for packed bytes, but
    upstream operations accept any tensor. This pass reports, at the operation:

    * slices of tiled scales along anything but batch, tile rows and tile
      columns, or into a rank that no longer says that they are tiled;
    * reshapes, padding and transpositions of tiled scales, and structured
      operations that index them other than element by element;
    * slices and reshapes of f4E2M1FN data that divide a byte, and its
      transposition, because blocks run along the last dimension;
    * memrefs of f4E2M1FN.

    One reshape of tiled scales is legal: all dimensions into one, or from one.
    No operation takes a tensor of rank 1 for block scales, so its elements are
    plain bytes in the order of memory, which is what a file or another program
    reads and writes; expanding them says that they are tiled.

    Changes nothing; runs after the raise stage and at the end of the fuse stage.

    ```mlir
    // Rows 128 to 255: legal.
    %0 = tensor.extract_slice %s[1, 0, 0, 0, 0] [1, 2, 32, 4, 4] [1, 1, 1, 1, 1]
        : tensor<2x2x32x4x4xf8E4M3FN> to tensor<1x2x32x4x4xf8E4M3FN>
    // Rows 32 to 63: an error.
    %1 = tensor.extract_slice %s[0, 0, 0, 1, 0] [1, 2, 32, 1, 4] [1, 1, 1, 1, 1]
        : tensor<2x2x32x4x4xf8E4M3FN> to tensor<1x2x32x1x4xf8E4M3FN>
    ```
  }];
}

#endif // QUARTET_DIALECT_NVFP4_TRANSFORMS_PASSES_TD
