//===- Lifetimes.h - When buffers of a function are in use ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Intervals over the order of operations of a function in which a buffer, or
// any view of it, may be accessed; and buffers grouped so that members of one
// slot are never in use together.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_TARGET_COMMON_LIFETIMES_H
#define QUARTET_LIB_TARGET_COMMON_LIFETIMES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace quartet {

/// One allocation and the closed interval of its use. Operations are numbered
/// twice, when entered and when left, so an operation with regions spans its
/// body.
struct Lifetime {
  mlir::memref::AllocOp alloc;
  int64_t begin;
  int64_t end;

  bool overlaps(const Lifetime &other) const {
    return begin <= other.end && other.begin <= end;
  }
};

/// The lifetimes of `allocs`, allocations of `func`, in order of their begin.
/// Fails with an error at an allocation that a loop carries into its next
/// iteration.
mlir::FailureOr<llvm::SmallVector<Lifetime>>
computeLifetimes(mlir::func::FuncOp func,
                 llvm::ArrayRef<mlir::memref::AllocOp> allocs);

/// Allocations that share memory.
using Slot = llvm::SmallVector<mlir::memref::AllocOp>;

/// Assigns every lifetime to a slot without overlaps. Prefers a free slot that
/// already holds a buffer of the same type and extents, then one whose static
/// size is nearest.
llvm::SmallVector<Slot> assignSlots(llvm::ArrayRef<Lifetime> lifetimes);

} // namespace quartet

#endif // QUARTET_LIB_TARGET_COMMON_LIFETIMES_H
