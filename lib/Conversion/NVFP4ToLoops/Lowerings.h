//===- Lowerings.h - The patterns of each operation family ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One populate function per file of this folder, and what the files share.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_CONVERSION_NVFP4TOLOOPS_LOWERINGS_H
#define QUARTET_LIB_CONVERSION_NVFP4TOLOOPS_LOWERINGS_H

#include "LoopBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "quartet/Conversion/Common/Matrices.h"
#include "quartet/Conversion/NVFP4ToLoops/NVFP4ToLoops.h"

namespace quartet {
namespace loops {

void populateAmaxPatterns(mlir::RewritePatternSet &patterns);
void populateQuantizePatterns(mlir::RewritePatternSet &patterns);
void populateFusedPatterns(mlir::RewritePatternSet &patterns);
void populateDequantizePatterns(mlir::RewritePatternSet &patterns);
void populateRotatePatterns(mlir::RewritePatternSet &patterns);
void populateScaledMatmulPatterns(mlir::RewritePatternSet &patterns,
                                  const ConvertNVFP4ToLoopsOptions &options);
void populateScaleLayoutPatterns(mlir::RewritePatternSet &patterns);

/// Why `op` cannot be lowered here, as a lower-case phrase, or nothing: it is
/// on tensors, or a matrix has a last dimension whose stride is not 1.
std::optional<std::string> getUnsupportedReason(mlir::Operation *op);

/// Fails with the reason above.
llvm::LogicalResult checkSupported(mlir::Operation *op,
                                   mlir::PatternRewriter &rewriter);

/// The largest of `count` words, unsigned; 0 if there are none.
I emitMaximum(LoopBuilder &lb, mlir::Value words, mlir::Value count);

/// The largest finite magnitude of `memref` as f32 bits; rows as stored from
/// `validRows` on (if not null) do not take part.
I emitAmax(LoopBuilder &lb, mlir::Value memref, mlir::Value validRows);

/// What a stochastic operation draws from, on lanes.
numerics::RandomSource<IROps>
splatRandomSource(LoopBuilder &lb, const numerics::RandomSource<IROps> &source);

} // namespace loops
} // namespace quartet

#endif // QUARTET_LIB_CONVERSION_NVFP4TOLOOPS_LOWERINGS_H
