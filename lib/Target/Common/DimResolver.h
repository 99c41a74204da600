//===- DimResolver.h - Extents as functions of argument extents -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Re-emits an index computation of a function elsewhere, in terms of nothing
// but the extents of the function's arguments. Works on tensors and memrefs.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_TARGET_COMMON_DIMRESOLVER_H
#define QUARTET_LIB_TARGET_COMMON_DIMRESOLVER_H

#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

#include <map>

namespace quartet {

/// Emits with `builder` and remembers what it has emitted, so that equal
/// extents become the same value. `getArgDim` supplies a dynamic extent of a
/// ranked argument of the entry block.
class DimResolver {
public:
  using GetArgDim =
      std::function<mlir::Value(mlir::BlockArgument arg, int64_t dim)>;

  DimResolver(mlir::Block *entry, mlir::OpBuilder &builder, GetArgDim getArgDim)
      : entry(entry), builder(builder), getArgDim(std::move(getArgDim)) {}

  /// A copy of the index, integer or float `value`, or null if it depends on
  /// more than argument extents.
  mlir::Value resolve(mlir::Value value);

  /// An index that is no smaller than `value`, a size, whatever loops it
  /// depends on; null if none is found.
  mlir::Value resolveBound(mlir::Value value);

  /// Extent `dim` of the tensor or memref `shaped`, or null likewise.
  mlir::Value resolveDim(mlir::Value shaped, int64_t dim);

  /// The index constant `value`.
  mlir::Value getConstant(int64_t value);

  /// After a failure: the value that is no function of argument extents.
  mlir::Value getCulprit() const { return culprit; }

  /// Forgets a failure that does not matter.
  void clearCulprit() { culprit = {}; }

private:
  mlir::Value fail(mlir::Value value);
  mlir::Value resolveDimImpl(mlir::Value shaped, int64_t dim);
  mlir::Value resolveDimOfResult(mlir::OpResult result, int64_t dim);
  mlir::Value resolveDimOfView(mlir::Operation *op, int64_t dim);
  mlir::Value resolveDimOfCarried(mlir::Value carried, mlir::Value init,
                                  mlir::Value yielded, int64_t dim);
  mlir::Value resolveFold(mlir::OpFoldResult fold);
  mlir::Value resolveAnyBound(mlir::ValueRange values);

  mlir::Block *entry;
  mlir::OpBuilder &builder;
  GetArgDim getArgDim;
  llvm::DenseMap<mlir::Value, mlir::Value> values;
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, mlir::Value> dims;
  // Any constant can be asked for; DenseMap reserves two keys.
  std::map<int64_t, mlir::Value> constants;
  mlir::Value culprit;
};

/// Reports that `what` at `op` does not follow from argument extents, with a
/// note at the value that does not.
void emitUnresolved(mlir::Operation *op, llvm::StringRef what,
                    mlir::Value culprit);

} // namespace quartet

#endif // QUARTET_LIB_TARGET_COMMON_DIMRESOLVER_H
