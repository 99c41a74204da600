//===- Passes.h - From nvfp4 products to bf16 products ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products of quantized matrices on GPUs without block-scaled matrix units; see
// Passes.td.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_CONVERSION_NVFP4TOBF16MATMUL_PASSES_H
#define QUARTET_CONVERSION_NVFP4TOBF16MATMUL_PASSES_H

#include "mlir/Pass/Pass.h"

namespace quartet {

#define GEN_PASS_DECL
#include "quartet/Conversion/NVFP4ToBF16Matmul/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "quartet/Conversion/NVFP4ToBF16Matmul/Passes.h.inc"

} // namespace quartet

#endif // QUARTET_CONVERSION_NVFP4TOBF16MATMUL_PASSES_H
