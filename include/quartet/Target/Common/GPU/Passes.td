//===- Passes.td - From kernels to device and host code ----*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that all GPU targets share, in the order of their use.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_TARGET_COMMON_GPU_PASSES_TD
#define QUARTET_TARGET_COMMON_GPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def QuartetFillConstants
    : Pass<"quartet-fill-constants", "::mlir::func::FuncOp"> {
  let summary = "have the device write constant tensors of one value";
  let description = [{
    A constant tensor becomes a buffer of the host, which kernels cannot read.
    One whose elements are all equal becomes a `linalg.fill` instead, and so a
    kernel. On any other constant tensor of a function that runs on a GPU the
    pass warns: only the simulator lets kernels read it. Exact.

    ```mlir
    %c = arith.constant dense<0.0> : tensor<4xf32>
    ```

    becomes

    ```mlir
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<4xf32>
    %c = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def QuartetExpandProducts
    : Pass<"quartet-expand-products", "::mlir::func::FuncOp"> {
  let summary = "decode the operands of scaled products and multiply in f32";
  let description = [{
    For chips without 4-bit tensor cores. Every `nvfp4.scaled_matmul` on buffers
    becomes two `nvfp4.dequantize` without tensor scale into bf16, which is
    exact, a contraction by `linalg.generic` in f32, and its epilogue
    (tensor scales, power of two, old value, region) as another
    `linalg.generic`. Bit-exact with the host: sums run over k in ascending
    order, and a product of two decoded values is exact.

    Scratch is a `memref.alloc` for the operands, 2 bytes per element, and for
    the sums, 4 bytes per element.

    ```mlir
    nvfp4.scaled_matmul lhs(%a, %as, %at : ...) rhs(%b, %bs, %bt : ...)
        outs(%y : memref<64x32xf32>)
    ```

    becomes, in outline,

    ```mlir
    nvfp4.dequantize ins(%a, %as : ...) outs(%x : memref<64x128xbf16>)
    nvfp4.dequantize ins(%b, %bs : ...) outs(%w : memref<32x128xbf16>)
    linalg.fill ins(%zero : f32) outs(%sums : memref<64x32xf32>)
    linalg.generic ... ins(%x, %w : ...) outs(%sums : memref<64x32xf32>)
    linalg.generic ... ins(%sums, %at, %bt : ...) outs(%y : memref<64x32xf32>)
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def ConvertLinalgToGPU : Pass<"convert-linalg-to-gpu", "::mlir::ModuleOp"> {
  let summary = "turn linalg, copies and stores on buffers into kernels";
  let description = [{
    Every linalg operation on buffers, every `memref.copy` and every
    `memref.store` of a function becomes a `gpu.launch_func` of a kernel in
    `gpu.module @kernels`. Kernels of equal text are one.

    Blocks have 256 threads in one dimension. The parallel loops are collapsed
    in the order of the output, one result per thread, or 16 bytes of results
    where rows are that regular; reduction loops run inside the thread, in
    order. A reduction along the innermost dimension of
    its inputs, by one operation with a neutral element on f32 or i32, gets a
    warp per result. Operands are buffers; constants, views and numbers read
    from buffers are recomputed in the kernel.

    Tolerance: elementwise operations and contractions are bit-exact; a sum by a
    warp is formed in another, fixed order.

    An operand of another type than a buffer, index, i32, i64 or f32 that the
    kernel cannot recompute is an error at the operation.

    ```mlir
    linalg.fill ins(%f : f32) outs(%x : memref<1000xf32>)
    ```

    becomes

    ```mlir
    gpu.launch_func @kernels::@fill_1000_f32 blocks in (%c4, %c1, %c1)
        threads in (%c256, %c1, %c1) args(%f : f32, %x : memref<1000xf32>)
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::gpu::GPUDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def QuartetKernelABI : Pass<"quartet-kernel-abi", "::mlir::ModuleOp"> {
  let summary = "give kernels bare pointers and make launches calls";
  let description = [{
    Arguments of a kernel: a memref, which is contiguous and row-major, becomes
    a pointer followed by its dynamic extents as i64; a tensor map becomes a
    pointer to 128 bytes by value; an index becomes an i64; i32, i64 and f32
    stay. Attributes of a memref argument that LLVM knows
    (`llvm.noalias`, `llvm.align`) move to the pointer.

    Every `gpu.launch_func` becomes a call of `quartet_launch`, or of the
    function that its attribute `quartet.library_function` names, which may do
    the kernel's work by other means (quartet/Runtime/Device.h). It runs on the
    stream of the entry, which gets an argument `!llvm.ptr {quartet.stream}` and
    returns an i32: 0, or what the first launch that failed returned; nothing is
    launched after that. The device code is the global `@<module>.image`, filled
    in when the program is emitted.

    Preconditions: the functions with launches are entries, their control flow
    is unstructured, and buffers are parts of arguments. Loading or storing an
    element of a buffer outside kernels is an error, because the buffers are in
    the GPU's memory. Bit-exact.

    ```mlir
    gpu.launch_func @kernels::@scale blocks in (%n, %c1, %c1)
        threads in (%c256, %c1, %c1) args(%x : memref<?xf32>, %f : f32)
    ```

    becomes, where the kernel is `@scale(%x: !llvm.ptr, %n: i64, %f: f32)`,

    ```mlir
    %status = llvm.call @quartet_launch(%image, %launch, %params, %c3, %stream)
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::memref::MemRefDialect"];
}

def QuartetExpandDeviceMath
    : Pass<"quartet-expand-device-math", "::mlir::gpu::GPUModuleOp"> {
  let summary = "write math functions in arithmetic that a GPU has";
  let description = [{
    Functions without an exactly rounded instruction (exponentials, logarithms,
    powers, trigonometric functions, erf) become sequences of f32 operations,
    each rounded to nearest; functions of narrower floats are computed in f32.
    The reciprocal square root becomes a quotient, what is one instruction
    (square root, fma, rounding to integers) LLVM's intrinsic, and divisions of
    indices that round up or down become divisions that truncate.

    Fast-math flags of arith operations are dropped: every operation rounds.

    Tolerance: the functions are those of MLIR's polynomial approximations, a few
    units in the last place from the C library's; square roots, quotients and
    everything of integers are exact.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def QuartetFinishKernels
    : Pass<"quartet-finish-kernels", "::mlir::gpu::GPUModuleOp"> {
  let summary = "put on lowered kernels the attributes that lowering loses";
  let description = [{
    After `convert-gpu-to-nvvm`: a known block size becomes `.reqntid`, a known
    cluster size `.reqnctapercluster`, and the arguments that
    `quartet.by_value = [i]` lists become 128-byte parameters that the kernel
    reads in place. Bit-exact.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // QUARTET_TARGET_COMMON_GPU_PASSES_TD
