//===- Passes.td - Passes of the nvfp4 dialect -------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From nvfp4 to nvfp4. All of these keep every bit of every result.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_DIALECT_NVFP4_TRANSFORMS_PASSES_TD
#define QUARTET_DIALECT_NVFP4_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

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

#endif // QUARTET_DIALECT_NVFP4_TRANSFORMS_PASSES_TD
