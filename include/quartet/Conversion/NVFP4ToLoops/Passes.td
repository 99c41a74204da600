//===- Passes.td - The host's code generation pass ---------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the pass `convert-nvfp4-to-loops`.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_CONVERSION_NVFP4TOLOOPS_PASSES_TD
#define QUARTET_CONVERSION_NVFP4TOLOOPS_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertNVFP4ToLoops : Pass<"convert-nvfp4-to-loops"> {
  let summary = "lower nvfp4 operations on buffers to loops of vector code";
  let description = [{
    Replaces every operation of the nvfp4 dialect by `scf.parallel` loops over
    fixed tiles of `scf.for` loops with `vector`, `arith`, `math` and `memref`
    operations. Bit-exact: the arithmetic is that of docs/Numerics.md, and
    results do not depend on tiling, options or the number of threads.

    Preconditions: operations are on memrefs whose last dimension has stride 1
    (storage is legalized, so packed data is `i8`). `nvfp4.encode` and
    `nvfp4.decode` are converted anywhere. Fused operations store neither
    decoded nor rotated values. What cannot be lowered is reported as an error on
    the operation.

    Scratch of one tile is a `memref.alloca` at the start of its parallel loop's
    body; scratch of a whole operation is a `memref.alloc` before the loops,
    freed after them, with sizes from the operands' dimensions.

    Before:

    ```mlir
    nvfp4.amax ins(%x : memref<?x64xbf16>) outs(%a : memref<f32>)
    ```

    After, in outline:

    ```mlir
    %partial = memref.alloc(%tiles) : memref<?xi32>
    scf.parallel (%row) = (%c0) to (%rows) step (%c8) {
      // the largest magnitude of eight rows
      memref.store %m, %partial[%tile] : memref<?xi32>
    }
    scf.for %tile = %c0 to %tiles step %c1 { ... }
    memref.store %max, %a[] : memref<f32>
    ```
  }];
  let options = [
    Option<"vectorBytes", "vector-bytes", "int64_t", /*default=*/"32",
           "bytes of a vector register: 16, 32 or 64">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

#endif // QUARTET_CONVERSION_NVFP4TOLOOPS_PASSES_TD
