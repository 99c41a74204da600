//===- ViewChain.h - Trace an operand through views of a value --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Importers put transpositions, broadcasts, reshapes and casts between a value
// and the contraction that reads it. Here they are looked through, by indexing
// maps and payload, never by operation name.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_CONVERSION_LINALGTONVFP4_VIEWCHAIN_H
#define QUARTET_LIB_CONVERSION_LINALGTONVFP4_VIEWCHAIN_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace quartet {

/// A tensor operand, seen as `base` read at some loops of its user.
struct View {
  /// The value behind all transpositions, broadcasts and widening casts. A
  /// reshape or a narrowing cast is not looked through.
  mlir::Value base;
  /// For each dimension of `base` the loop that runs along it.
  llvm::SmallVector<unsigned, 4> loops;

  bool hasLoop(unsigned loop) const { return llvm::is_contained(loops, loop); }
};

/// True if elements of this type can be quantized: bf16, f16 or f32.
bool isQuantizableElement(mlir::Type element);

/// Traces `operand`, whose dimensions are run along by `loops`.
View traceView(mlir::Value operand, llvm::ArrayRef<unsigned> loops);

/// The value at the far end of all views of `value`, reshapes, narrowing casts
/// and slices included. Says where values come from, not what they are.
mlir::Value getRoot(mlir::Value value);

/// If `op` reads one tensor and writes each of its elements, cast or not, to
/// permuted and possibly repeated positions, its operand, else null. `dims`,
/// if given, maps each dimension of that operand to a dimension of the result;
/// `narrows` says whether an element loses bits.
mlir::Value getViewSource(mlir::Operation *op,
                          llvm::SmallVectorImpl<unsigned> *dims = nullptr,
                          bool *narrows = nullptr);

/// True if every element of `value` is the constant 0.
bool isZeroTensor(mlir::Value value);

/// True if the elements of `value` were integers, as in one-hot encodings.
bool isConvertedFromIntegers(mlir::Value value);

} // namespace quartet

#endif // QUARTET_LIB_CONVERSION_LINALGTONVFP4_VIEWCHAIN_H
