//===- Passes.h - Passes of the nvfp4 dialect -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The passes of Passes.td; the patterns they are made of are in Transforms.h.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_DIALECT_NVFP4_TRANSFORMS_PASSES_H
#define QUARTET_DIALECT_NVFP4_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace quartet {
namespace nvfp4 {

#define GEN_PASS_DECL
#include "quartet/Dialect/NVFP4/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "quartet/Dialect/NVFP4/Transforms/Passes.h.inc"

} // namespace nvfp4
} // namespace quartet

#endif // QUARTET_DIALECT_NVFP4_TRANSFORMS_PASSES_H
