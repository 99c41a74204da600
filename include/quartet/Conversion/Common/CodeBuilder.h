//===- CodeBuilder.h - Index arithmetic, memory and loops -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the lowerings of nvfp4 build with on every machine: the numerics on
// single values, index arithmetic that folds, accesses to memory, and loops and
// branches whose bodies are lambdas.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_CONVERSION_COMMON_CODEBUILDER_H
#define QUARTET_CONVERSION_COMMON_CODEBUILDER_H

#include "mlir/IR/BuiltinTypes.h"
#include "quartet/NumericsIR/IROps.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace quartet {
namespace codegen {

/// The value of an index or integer constant, or nothing.
std::optional<int64_t> getConstant(mlir::Value value);
/// True if `value` is a constant multiple of `factor`.
bool isMultipleOf(mlir::Value value, int64_t factor);

using F = IROps::F;
using I = IROps::I;
using B = IROps::B;

/// Emits at the insertion point of one builder; see the file's comment.
class CodeBuilder {
public:
  CodeBuilder(mlir::OpBuilder &builder, mlir::Location loc);

  mlir::OpBuilder &b;
  mlir::Location loc;
  /// The numerics on single values.
  IROps scalar;

  //===--- Index arithmetic, folded where the operands are constants ------===//

  mlir::Value index(int64_t value);
  mlir::Value add(mlir::Value x, mlir::Value y);
  mlir::Value add(mlir::Value x, int64_t y) { return add(x, index(y)); }
  mlir::Value sub(mlir::Value x, mlir::Value y);
  mlir::Value mul(mlir::Value x, mlir::Value y);
  mlir::Value mul(mlir::Value x, int64_t y) { return mul(x, index(y)); }
  /// Quotient, remainder of values that are not negative.
  mlir::Value div(mlir::Value x, mlir::Value y);
  mlir::Value rem(mlir::Value x, mlir::Value y);
  mlir::Value div(mlir::Value x, int64_t y) { return div(x, index(y)); }
  mlir::Value rem(mlir::Value x, int64_t y) { return rem(x, index(y)); }
  mlir::Value ceilDiv(mlir::Value x, int64_t y);
  mlir::Value min(mlir::Value x, mlir::Value y);
  mlir::Value max(mlir::Value x, mlir::Value y);
  /// x < y, x <= y of values that are not negative.
  mlir::Value isLess(mlir::Value x, mlir::Value y);
  mlir::Value isAtMost(mlir::Value x, mlir::Value y);

  /// Between index and the numerics' 32-bit words (modulo 2^32).
  I toWord(mlir::Value indexValue);
  mlir::Value toIndex(I word);

  //===--- Memory ---------------------------------------------------------===//

  /// Extent `dim` of a memref; negative `dim` counts from the last.
  mlir::Value dim(mlir::Value memref, int64_t dim);
  mlir::Value load(mlir::Value memref, mlir::ValueRange indices);
  void store(mlir::Value value, mlir::Value memref, mlir::ValueRange indices);
  /// `count` contiguous elements of the last dimension.
  mlir::Value loadVector(mlir::Value memref, mlir::ValueRange indices,
                         int64_t count);
  void storeVector(mlir::Value vector, mlir::Value memref,
                   mlir::ValueRange indices);

  /// Scratch for the whole lowering; -1 in `shape` takes the next of `sizes`.
  /// Freed by `freeBuffers`.
  mlir::Value buffer(llvm::ArrayRef<int64_t> shape, mlir::Type element,
                     mlir::ValueRange sizes = {});
  /// Frees everything from `buffer`, at the end of the lowering.
  void freeBuffers();

  //===--- Vectors --------------------------------------------------------===//

  mlir::Value extract(mlir::Value vector, int64_t lane);
  mlir::Value shuffle(mlir::Value x, mlir::Value y,
                      llvm::ArrayRef<int64_t> mask);
  mlir::Value bitcastVector(mlir::Value vector, mlir::VectorType type);

  //===--- Loops ----------------------------------------------------------===//

  /// for (iv = from; iv < to; iv += step) body(iv)
  void forEach(mlir::Value from, mlir::Value to, int64_t step,
               llvm::function_ref<void(mlir::Value)> body);
  /// The same with values carried from one iteration to the next.
  llvm::SmallVector<mlir::Value>
  forEach(mlir::Value from, mlir::Value to, int64_t step,
          mlir::ValueRange carried,
          llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Value,
                                                            mlir::ValueRange)>
              body);
  /// Values of one of two branches.
  llvm::SmallVector<mlir::Value>
  branch(mlir::Value condition, mlir::TypeRange types,
         llvm::function_ref<llvm::SmallVector<mlir::Value>()> thenBody,
         llvm::function_ref<llvm::SmallVector<mlir::Value>()> elseBody);
  /// Runs one of two branches.
  void branch(mlir::Value condition, llvm::function_ref<void()> thenBody,
              llvm::function_ref<void()> elseBody = nullptr);

private:
  llvm::SmallVector<mlir::Value> buffers;
};

/// The element types of 16-bit input, as the numerics read them.
enum class FloatKind { F32, F16, BF16 };

/// The kind of a float type that the dialect's matrices allow.
FloatKind getFloatKind(mlir::Type type);

/// A loaded element or vector of elements as f32.
F widen(CodeBuilder &lb, IROps &o, mlir::Value loaded);

/// f32 to an element or vector of elements of type `element`, rounded to
/// nearest even (bf16_c2, f16_c2).
mlir::Value narrow(CodeBuilder &lb, IROps &o, F value, mlir::Type element);

} // namespace codegen
} // namespace quartet

#endif // QUARTET_CONVERSION_COMMON_CODEBUILDER_H
