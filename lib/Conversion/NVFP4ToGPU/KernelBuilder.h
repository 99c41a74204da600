//===- KernelBuilder.h - Inside a kernel ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What kernels of this folder build with: places of threads, exchange between
// the lanes of a warp, aligned vector accesses and atomic maxima. Each thread
// runs the numerics on single values.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_CONVERSION_NVFP4TOGPU_KERNELBUILDER_H
#define QUARTET_LIB_CONVERSION_NVFP4TOGPU_KERNELBUILDER_H

#include "quartet/Conversion/Common/CodeBuilder.h"
#include "quartet/Numerics/Value.h"

namespace quartet {
namespace kernels {

using codegen::B;
using codegen::CodeBuilder;
using codegen::F;
using codegen::getConstant;
using codegen::I;
using codegen::isMultipleOf;

/// Bytes of the widest access.
constexpr int64_t kAccessBytes = 16;
/// Threads that exchange values by shuffles.
constexpr int64_t kWarp = 32;

/// Bytes of one element.
int64_t getElementBytes(mlir::Type element);
/// Elements of the widest access.
int64_t getAccessElements(mlir::Type element);

/// Shared memory of `count` i32.
mlir::MemRefType getSharedWords(mlir::Builder &builder, int64_t count);
/// Shared memory of any shape and element.
mlir::MemRefType getSharedType(llvm::ArrayRef<int64_t> shape,
                               mlir::Type element);

/// Emits at the insertion point of one builder, inside a kernel.
class KernelBuilder : public CodeBuilder {
public:
  using CodeBuilder::CodeBuilder;

  /// This thread in its block, this block in the grid (x).
  mlir::Value threadId();
  mlir::Value blockId();

  /// body() in blocks below `count`; grids without blocks do not exist.
  void ifBlockBelow(mlir::Value count, llvm::function_ref<void()> body);

  /// All threads of the block arrive before any goes on.
  void barrier();

  /// The value of the lane whose number differs in the bits of `mask`.
  mlir::Value shuffleXor(mlir::Value value, int64_t mask);
  I shuffleXor(I value, int64_t mask) {
    return {shuffleXor(value.value, mask)};
  }
  F shuffleXor(F value, int64_t mask) {
    return {shuffleXor(value.value, mask)};
  }
  /// The value of lane `lane`.
  mlir::Value shuffleFrom(mlir::Value value, I lane);

  /// The element of a memref of rank 0 as words, read by one lane of the warp.
  /// All lanes take part.
  llvm::SmallVector<I> loadForWarp(mlir::Value memref);

  /// The largest of the values of `lanes` consecutive lanes, unsigned.
  I maximumOfLanes(I value, int64_t lanes = kWarp);

  /// Merges the largest value of a block into the f32 bits at `memref` (rank 0)
  /// as an unsigned integer. All threads of the block take part. `shared` is
  /// shared memory of one i32 per warp (a power of two).
  void mergeMaximum(mlir::Value memref, I value, mlir::Value shared);

  /// Vector accesses that are aligned to their size.
  mlir::Value loadAligned(mlir::Value memref, mlir::ValueRange indices,
                          int64_t count);
  void storeAligned(mlir::Value vector, mlir::Value memref,
                    mlir::ValueRange indices);

  /// A vector of words as a vector of as many bytes of `element`.
  mlir::Value fromWords(llvm::ArrayRef<I> words, mlir::Type element);
  /// The inverse.
  llvm::SmallVector<I> toWords(mlir::Value vector);

  /// Both conditions.
  mlir::Value both(mlir::Value x, mlir::Value y);
  /// x == y.
  mlir::Value isEqual(mlir::Value x, mlir::Value y);
};

} // namespace kernels
} // namespace quartet

#endif // QUARTET_LIB_CONVERSION_NVFP4TOGPU_KERNELBUILDER_H
