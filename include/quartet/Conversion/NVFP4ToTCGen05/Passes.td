//===- Passes.td - From nvfp4 products to tcgen05 kernels --*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_CONVERSION_NVFP4TOTCGEN05_PASSES_TD
#define QUARTET_CONVERSION_NVFP4TOTCGEN05_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertNVFP4MatmulToTCGen05
    : Pass<"convert-nvfp4-matmul-to-tcgen05", "::mlir::ModuleOp"> {
  let summary = "lower products of quantized matrices to tcgen05 kernels";
  let description = [{
    Replaces every `nvfp4.scaled_matmul` on memrefs by the launch of a kernel in
    `gpu.module @kernels`, which is created if there is none. Products whose
    kernels are equal share one. docs/Kernels/GEMM.md describes the kernel.

    Preconditions: buffers have the identity layout and start at multiples of 16
    bytes; the padding of tiled block scales is 0. Linear block scales go through
    an `nvfp4.tile_scales` into scratch, a `memref.alloc`, which
    `nvfp4-tile-scales` saves where it can.
    Sizes may be dynamic, and 0. A destination without elements launches no
    blocks.

    Sums are formed by the matrix unit in f32, in an order that the hardware does
    not specify; everything after them is bit-exact: tensor scales, power of two,
    old value, epilogue, in the order of `nvfp4.scaled_matmul`.

    ```mlir
    nvfp4.scaled_matmul
        lhs(%a, %as, %at : memref<?x512xi8>, memref<?x16x32x4x4xf8E4M3FN>,
            memref<f32>)
        rhs(%b, %bs, %bt : memref<4096x512xi8>, memref<32x16x32x4x4xf8E4M3FN>,
            memref<f32>)
        outs(%d : memref<?x4096xbf16>)
    ```

    becomes

    ```mlir
    %ma = tcgen05.make_tensor_map %a : memref<?x512xi8>
        to !tcgen05.tensor_map<128x128, swizzle 128>
    // and three more
    gpu.launch_func @kernels::@nvfp4_gemm_128x256_bf16
        blocks in (%blocks, %c1, %c1) threads in (%c192, %c1, %c1)
        dynamic_shared_memory_size %bytes
        args(%ma : !tcgen05.tensor_map<128x128, swizzle 128>, ...,
             %at : memref<f32>, %bt : memref<f32>, %d : memref<?x4096xbf16>,
             %tiles : index)
    ```
  }];
  let options = [
    Option<"multiprocessors", "multiprocessors", "int64_t", /*default=*/"148",
           "blocks that run at once, one per multiprocessor">,
    Option<"sharedBytes", "shared-bytes", "int64_t", /*default=*/"232448",
           "shared memory of one block">,
    Option<"ctaGroup", "cta-group", "int64_t", /*default=*/"0",
           "CTAs that share a tile, 1 or 2; 0 chooses">,
    Option<"tileColumns", "tile-columns", "int64_t", /*default=*/"0",
           "columns of a tile; 0 chooses">,
    Option<"swap", "swap", "int64_t", /*default=*/"-1",
           "1 computes D^T = B A^T, 0 does not, -1 chooses">,
    Option<"macsPerClock", "macs-per-clock", "int64_t", /*default=*/"0",
           "multiply-adds per clock and multiprocessor; 0 takes no time">,
    Option<"reportCost", "report-cost", "bool", /*default=*/"false",
           "remark on the cost model's terms at each product">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect", "::quartet::tcgen05::TCGen05Dialect"
  ];
}

#endif // QUARTET_CONVERSION_NVFP4TOTCGEN05_PASSES_TD
