//===- Passes.h - From expectations to llvm ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_CONVERSION_CHECKTOLLVM_PASSES_H
#define QUARTET_CONVERSION_CHECKTOLLVM_PASSES_H

#include "mlir/Pass/Pass.h"

namespace quartet {

#define GEN_PASS_DECL
#include "quartet/Conversion/CheckToLLVM/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "quartet/Conversion/CheckToLLVM/Passes.h.inc"

} // namespace quartet

#endif // QUARTET_CONVERSION_CHECKTOLLVM_PASSES_H
