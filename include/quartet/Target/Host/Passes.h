//===- Passes.h - Lowering to this machine ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes of the host target; see Passes.td.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_TARGET_HOST_PASSES_H
#define QUARTET_TARGET_HOST_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir::func {
class FuncOp;
} // namespace mlir::func

namespace quartet {

#define GEN_PASS_DECL
#include "quartet/Target/Host/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "quartet/Target/Host/Passes.h.inc"

} // namespace quartet

#endif // QUARTET_TARGET_HOST_PASSES_H
