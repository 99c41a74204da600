//===- Passes.td - From nvfp4 to bf16 products -------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the pass `convert-nvfp4-matmul-to-bf16`.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_CONVERSION_NVFP4TOBF16MATMUL_PASSES_TD
#define QUARTET_CONVERSION_NVFP4TOBF16MATMUL_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertNVFP4MatmulToBF16
    : Pass<"convert-nvfp4-matmul-to-bf16", "::mlir::ModuleOp"> {
  let summary = "lower products of quantized matrices to products in bf16";
  let description = [{
    For GPUs whose matrix unit knows neither fp4 nor block scales. Every
    `nvfp4.scaled_matmul` on memrefs becomes

    1. an `nvfp4.dequantize` of each operand, without its tensor scale, into
       bf16 scratch of `rows x P`: code times block scale has at most six
       significant bits, so this is exact. An operand that an earlier product
       of the same block has decoded, and that nothing has written since, is
       not decoded again;
    2. a launch of a kernel that forms the product in f32. It carries the
       attribute `quartet.library_function = "quartet_matmul_bf16"`: the
       run-time library may compute the same with cuBLASLt
       (quartet/Runtime/Device.h). Kernels are in `gpu.module @kernels`, one per
       type of destination;
    3. what is left of the product's epilogue.

    A product into bf16 or f32 whose epilogue region is absent, or only rounds,
    is *direct*: the kernel multiplies its sums by `tsA * tsB * 2^scale_log2`, formed by a
    `linalg.generic`, and adds the old value. All others go through a scratch
    matrix of f32, and a `linalg.generic` then follows the order of
    `nvfp4.scaled_matmul`.

    Scratch is `memref.alloc`; 32 MiB of it are the library's workspace.

    Preconditions: as for `convert-nvfp4-to-gpu`, which runs after this pass.

    Tolerance: sums are formed in f32 by the matrix unit, in an order that the
    hardware does not specify. A direct product rounds the two tensor scales'
    product instead of the sum's product with one of them, so it may differ by
    one more unit in the last place of f32; the product of tensor scales and
    power of two must be a normal f32, between 2^-126 and 2^128. After that
    everything is exact.

    ```mlir
    nvfp4.scaled_matmul
        lhs(%a, %as, %at : memref<128x32xi8>, memref<128x4xf8E4M3FN>,
            memref<f32>)
        rhs(%b, %bs, %bt : memref<96x32xi8>, memref<96x4xf8E4M3FN>,
            memref<f32>)
        outs(%d : memref<128x96xbf16>)
    ```

    becomes

    ```mlir
    nvfp4.dequantize ins(%a, %as : memref<128x32xi8>, memref<128x4xf8E4M3FN>)
        outs(%x : memref<128x64xbf16>)
    nvfp4.dequantize ins(%b, %bs : memref<96x32xi8>, memref<96x4xf8E4M3FN>)
        outs(%y : memref<96x64xbf16>)
    linalg.generic ... ins(%at, %bt : memref<f32>, memref<f32>)
        outs(%factors : memref<2xf32>)
    gpu.launch_func @kernels::@matmul_bf16 blocks in (%c4, %c1, %c1)
        threads in (%c128, %c1, %c1)
        args(%x : memref<?x?xbf16>, %y : memref<?x?xbf16>,
             %d : memref<?x?xbf16>, %factors : memref<2xf32>,
             %workspace : memref<?xi8>, %type : i32)
        {quartet.library_function = "quartet_matmul_bf16"}
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

#endif // QUARTET_CONVERSION_NVFP4TOBF16MATMUL_PASSES_TD
