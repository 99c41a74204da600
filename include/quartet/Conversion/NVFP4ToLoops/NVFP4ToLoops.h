//===- NVFP4ToLoops.h - nvfp4 on buffers to loops and vectors ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host's code generation: operations of the nvfp4 dialect on memrefs become
// parallel loops over fixed tiles of vector code, with the arithmetic written
// by lib/Numerics through quartet/NumericsIR/IROps.h.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_CONVERSION_NVFP4TOLOOPS_NVFP4TOLOOPS_H
#define QUARTET_CONVERSION_NVFP4TOLOOPS_NVFP4TOLOOPS_H

#include "mlir/Pass/Pass.h"
#include <memory>

namespace mlir {
class RewritePatternSet;
} // namespace mlir

namespace quartet {

#define GEN_PASS_DECL_CONVERTNVFP4TOLOOPS
#include "quartet/Conversion/NVFP4ToLoops/Passes.h.inc"

/// Adds the patterns of the pass `convert-nvfp4-to-loops`: every operation of
/// the dialect on memrefs, and `nvfp4.encode` and `nvfp4.decode` anywhere. The
/// options do not change results.
void populateNVFP4ToLoopsPatterns(
    mlir::RewritePatternSet &patterns,
    const ConvertNVFP4ToLoopsOptions &options = {});

#define GEN_PASS_REGISTRATION
#include "quartet/Conversion/NVFP4ToLoops/Passes.h.inc"

} // namespace quartet

#endif // QUARTET_CONVERSION_NVFP4TOLOOPS_NVFP4TOLOOPS_H
