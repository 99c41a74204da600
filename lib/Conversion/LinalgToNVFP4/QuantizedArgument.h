//===- QuantizedArgument.h - Quantize an argument elsewhere -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function that does nothing with an argument but quantize it, without
// randomness, may as well receive the quantized matrices. Here such arguments
// are recognised, their quantizations copied to where the value comes from, and
// the arguments replaced. The bytes are the same wherever they are computed.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_CONVERSION_LINALGTONVFP4_QUANTIZEDARGUMENT_H
#define QUARTET_LIB_CONVERSION_LINALGTONVFP4_QUANTIZEDARGUMENT_H

#include "quartet/Dialect/NVFP4/IR/NVFP4.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"

#include <string>

namespace quartet {

/// An argument that is only read by quantizations, and for its extents.
class QuantizedArgument {
public:
  /// Recognises `arg` of a function. On failure `reason` says, in lower case,
  /// what else is done with it.
  static mlir::FailureOr<QuantizedArgument> find(mlir::BlockArgument arg,
                                                 std::string &reason);

  mlir::BlockArgument getArgument() const { return arg; }

  /// Data, block scales and tensor scale of each quantization, in order.
  llvm::SmallVector<mlir::Type> getTypes() const;

  /// Quantizes `value` in the same ways before `b`'s insertion point; its type
  /// is that of the argument. A transposition that defines `value` is undone by
  /// the quantizer instead.
  llvm::SmallVector<mlir::Value> quantize(mlir::OpBuilder &b,
                                          mlir::Value value) const;

  /// Replaces the argument by arguments of `getTypes()` in its place. The first
  /// keeps its attributes, but for those of nvfp4. Calls are not changed.
  mlir::LogicalResult replace();

private:
  /// If `user` asks for an extent of the argument, perhaps seen through views,
  /// the dimension at which the data of the first quantization has it.
  std::optional<int64_t> findExtent(mlir::Operation *user) const;
  void collectDying();
  void collectExtents();

  mlir::BlockArgument arg;
  llvm::SmallVector<nvfp4::QuantizeOp> quantizations;
  /// What is not needed any more once the quantizations are gone, with them.
  llvm::SetVector<mlir::Operation *> dying;
  /// Extents of the argument that are needed by something else.
  llvm::SmallVector<mlir::tensor::DimOp> extents;
};

} // namespace quartet

#endif // QUARTET_LIB_CONVERSION_LINALGTONVFP4_QUANTIZEDARGUMENT_H
