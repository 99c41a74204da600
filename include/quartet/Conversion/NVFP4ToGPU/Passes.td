//===- Passes.td - Kernels for nvfp4 operations ------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the pass `convert-nvfp4-to-gpu`.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_CONVERSION_NVFP4TOGPU_PASSES_TD
#define QUARTET_CONVERSION_NVFP4TOGPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertNVFP4ToGPU : Pass<"convert-nvfp4-to-gpu", "::mlir::ModuleOp"> {
  let summary = "lower nvfp4 operations on buffers to GPU kernels";
  let description = [{
    Replaces every operation of the nvfp4 dialect by launches of kernels in the
    module's `gpu.module @kernels`, which it makes if there is none. Kernels of
    equal configuration (operation, quantizer, types) are made once; sites are
    arguments. Bit-exact: the arithmetic is that of docs/Numerics.md, and
    results do not depend on the order in which blocks run.

    Preconditions: operations are on memrefs with identity layout, whose base
    is aligned to 16 bytes; storage is legalized, so packed data is `i8`. What
    cannot be lowered is reported as an error on the operation. `nvfp4.encode`
    and `nvfp4.decode` become arithmetic where they are. Products
    (`nvfp4.scaled_matmul`) are lowered by the target's GPUCodegen; without one
    they are left alone.

    Scratch of an operation is a `memref.alloc` before its launches, freed after
    them, with sizes from the operands' dimensions.

    Before:

    ```mlir
    nvfp4.amax ins(%x : memref<64x64xbf16>) outs(%a : memref<f32>)
    ```

    After, in outline:

    ```mlir
    gpu.launch_func @kernels::@amax_bf16 blocks in (%c1, %c1, %c1)
        threads in (%c256, %c1, %c1)
        args(%flat : memref<?x?xbf16>, %c4096 : index, %a : memref<f32>)
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

#endif // QUARTET_CONVERSION_NVFP4TOGPU_PASSES_TD
