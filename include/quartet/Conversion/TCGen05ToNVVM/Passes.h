//===- Passes.h - From tcgen05 to NVVM --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_CONVERSION_TCGEN05TONVVM_PASSES_H
#define QUARTET_CONVERSION_TCGEN05TONVVM_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class LLVMTypeConverter;
class RewritePatternSet;
} // namespace mlir

namespace quartet {

#define GEN_PASS_DECL
#include "quartet/Conversion/TCGen05ToNVVM/Passes.h.inc"

/// Adds to `converter` that tcgen05 handles are i32 addresses, and to
/// `patterns` the lowering of every tcgen05 operation. Workgroup memory must
/// convert to pointers of space 3.
void populateTCGen05ToNVVMPatterns(mlir::LLVMTypeConverter &converter,
                                   mlir::RewritePatternSet &patterns);

#define GEN_PASS_REGISTRATION
#include "quartet/Conversion/TCGen05ToNVVM/Passes.h.inc"

} // namespace quartet

#endif // QUARTET_CONVERSION_TCGEN05TONVVM_PASSES_H
