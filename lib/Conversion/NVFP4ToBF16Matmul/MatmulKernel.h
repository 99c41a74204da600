//===- MatmulKernel.h - Products of bf16 matrices ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel for tensor cores that every GPU since sm_80 has, and its launch. It
// is written to be correct for all sizes and to be read; where cuBLASLt is at
// hand the run-time library calls that instead.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_CONVERSION_NVFP4TOBF16MATMUL_MATMULKERNEL_H
#define QUARTET_LIB_CONVERSION_NVFP4TOBF16MATMUL_MATMULKERNEL_H

#include "quartet/Conversion/Common/CodeBuilder.h"
#include "quartet/Conversion/NVFP4ToGPU/KernelModule.h"

namespace quartet {
namespace matmul {

/// D = factors[0] * A B^T, plus D if `accumulate`. A is M' x P and B is N' x P
/// of bf16, D is M x N of bf16 or f32, M <= M', N <= N', P a multiple of 32;
/// all have one batch dimension more, or none has. Contiguous; A and B start at
/// multiples of 16 bytes.
struct MatmulOperands {
  mlir::Value a, b, d;
  /// memref<2xf32>: the factor of the product, and that of the old D, which is
  /// 1 if `accumulate`, else 0.
  mlir::Value factors;
  /// memref<?xi8>: memory for a library's implementation.
  mlir::Value workspace;
  bool accumulate = false;
};

/// Launches the product, marked as one that `quartet_matmul_bf16` may compute.
void launchMatmul(codegen::CodeBuilder &host, KernelModule &kernels,
                  const MatmulOperands &operands);

} // namespace matmul
} // namespace quartet

#endif // QUARTET_LIB_CONVERSION_NVFP4TOBF16MATMUL_MATMULKERNEL_H
