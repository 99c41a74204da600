//===- Entry.h - Entry functions between the passes -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The attributes and companion functions by which the passes of this folder
// recognise an entry, and what they share to build them.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_TARGET_COMMON_ENTRY_H
#define QUARTET_LIB_TARGET_COMMON_ENTRY_H

#include "quartet/Target/Signature.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace quartet {

/// On arguments of the source program.
constexpr llvm::StringLiteral kInoutAttr = "quartet.inout";
constexpr llvm::StringLiteral kNameAttr = "quartet.name";
constexpr llvm::StringLiteral kSeedAttr = "nvfp4.seed";
/// On assertions about extents, which must follow from those of arguments.
constexpr llvm::StringLiteral kSizeCheckAttr = "quartet.size_check";
/// Written by the passes of this folder.
constexpr llvm::StringLiteral kSignatureAttr = "quartet.signature";
constexpr llvm::StringLiteral kResultAttr = "quartet.result";
constexpr llvm::StringLiteral kStatusAttr = "quartet.status";
constexpr llvm::StringLiteral kWorkspaceAttr = "quartet.workspace";
/// Written by quartet-kernel-abi on the argument that holds the stream.
constexpr llvm::StringLiteral kStreamAttr = "quartet.stream";

/// Companion functions of the entry `f` are called `f` plus one of these.
constexpr llvm::StringLiteral kCheckSizesSuffix = ".check_sizes";
constexpr llvm::StringLiteral kResultSizesSuffix = ".result_sizes";
constexpr llvm::StringLiteral kWorkspaceSizeSuffix = ".workspace_size";

/// The entries of `module`: functions with a signature.
inline llvm::SmallVector<mlir::func::FuncOp> getEntries(mlir::ModuleOp module) {
  llvm::SmallVector<mlir::func::FuncOp> entries;
  for (auto func : module.getOps<mlir::func::FuncOp>())
    if (func->hasAttr(kSignatureAttr))
      entries.push_back(func);
  return entries;
}

/// Maps (argument, dimension) of an entry to the position of that extent among
/// all dynamic extents of its arguments, up to the first out-parameter.
class SizeNumbering {
public:
  explicit SizeNumbering(mlir::func::FuncOp entry);

  /// Number of dynamic extents.
  unsigned size() const { return extents.size(); }

  /// Position of extent `dim` of argument `arg`.
  unsigned lookup(unsigned arg, int64_t dim) const;

  /// The arguments and dimensions in order.
  llvm::ArrayRef<std::pair<unsigned, int64_t>> getExtents() const {
    return extents;
  }

private:
  llvm::SmallVector<std::pair<unsigned, int64_t>> extents;
};

/// Inserts a private companion function of `entry`, from its dynamic extents to
/// `results`, in front of it, with an empty body.
mlir::func::FuncOp createCompanion(mlir::func::FuncOp entry,
                                   llvm::StringRef suffix,
                                   mlir::TypeRange results,
                                   const SizeNumbering &numbering);

/// The companion of `entry` with `suffix`.
mlir::func::FuncOp lookupCompanion(mlir::func::FuncOp entry,
                                   llvm::StringRef suffix);

} // namespace quartet

#endif // QUARTET_LIB_TARGET_COMMON_ENTRY_H
