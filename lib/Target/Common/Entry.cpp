//===- Entry.cpp - Entry functions between the passes ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbering of dynamic extents, and companion functions.
//
//===----------------------------------------------------------------------===//

#include "Entry.h"

#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace quartet;

SizeNumbering::SizeNumbering(func::FuncOp entry) {
  for (auto [index, type] : llvm::enumerate(entry.getArgumentTypes())) {
    if (entry.getArgAttr(index, kResultAttr) ||
        entry.getArgAttr(index, kWorkspaceAttr))
      break;
    if (auto shaped = dyn_cast<ShapedType>(type))
      for (int64_t dim = 0, rank = shaped.getRank(); dim < rank; ++dim)
        if (shaped.isDynamicDim(dim))
          extents.push_back({static_cast<unsigned>(index), dim});
  }
}

unsigned SizeNumbering::lookup(unsigned arg, int64_t dim) const {
  return llvm::find(extents, std::pair(arg, dim)) - extents.begin();
}

func::FuncOp quartet::createCompanion(func::FuncOp entry, StringRef suffix,
                                      TypeRange results,
                                      const SizeNumbering &numbering) {
  OpBuilder builder(entry);
  SmallVector<Type> inputs(numbering.size(), builder.getIndexType());
  auto companion = func::FuncOp::create(
      builder, entry.getLoc(), (entry.getName() + suffix).str(),
      builder.getFunctionType(inputs, results));
  companion.setPrivate();
  companion.addEntryBlock();
  return companion;
}

func::FuncOp quartet::lookupCompanion(func::FuncOp entry, StringRef suffix) {
  return SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      entry, StringAttr::get(entry.getContext(), entry.getName() + suffix));
}
