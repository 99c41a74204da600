//===- Passes.h - Entries, workspace and C ABI ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes shared by targets; see Passes.td.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_TARGET_COMMON_PASSES_H
#define QUARTET_TARGET_COMMON_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class ModuleOp;
namespace func {
class FuncOp;
} // namespace func
} // namespace mlir

namespace quartet {

#define GEN_PASS_DECL
#include "quartet/Target/Common/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "quartet/Target/Common/Passes.h.inc"

} // namespace quartet

#endif // QUARTET_TARGET_COMMON_PASSES_H
