//===- LinalgKernel.h - One linalg operation as a kernel --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every kernel has blocks of kBlockThreads threads in one dimension. Results
// are numbered in row-major order of the output; neighbouring threads have
// neighbouring results.
//
//   elementwise                results i to i + n - 1, which are 16 bytes or
//                              one element, belong to one thread
//   contraction and the like   result i belongs to thread i, which runs the
//                              reduction loops in order
//   reduction along memory     result i belongs to warp i: lane l takes
//   elements
//                              l, l + 32, ..., and the lanes combine by a
//                              butterfly; last comes the output's old value
//
// The order of a reduction is fixed by the shape, so results do not depend on
// the chip or on what else runs.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_TARGET_COMMON_GPU_LINALGKERNEL_H
#define QUARTET_LIB_TARGET_COMMON_GPU_LINALGKERNEL_H

#include "Outline.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace quartet::device {

constexpr int64_t kWarpThreads = 32;

/// Writes the kernel of one operation.
class LinalgKernel {
public:
  LinalgKernel(mlir::linalg::LinalgOp op, KernelPool &pool)
      : op(op), pool(pool), loc(op.getLoc()), outliner(op),
        b(outliner.getBuilder()), host(op) {}

  /// Writes the kernel and launches it before the operation, which the caller
  /// erases. Errors are emitted.
  llvm::LogicalResult run();

private:
  llvm::LogicalResult analyze();
  /// The operation that combines partial results if a warp can share one.
  mlir::Operation *findWarpCombiner();
  llvm::LogicalResult importOperands();

  /// Elements of the last parallel loop that one thread takes: as many as fill
  /// 16 bytes of the widest operand, or 1 if rows of an operand are not that
  /// regular.
  int64_t getVectorLength();

  void writeThreadPerResult();
  void writeVectors(int64_t length);
  void writeWarpPerResult(mlir::Operation *combiner);

  /// Runs `body` for each index of the reduction loops from `depth` on.
  llvm::SmallVector<mlir::Value>
  writeReduction(llvm::SmallVector<mlir::Value> &ivs, size_t depth,
                 mlir::ValueRange partials);
  llvm::SmallVector<mlir::Value> writePayload(llvm::ArrayRef<mlir::Value> ivs,
                                              mlir::ValueRange partials);
  /// The results of the payload for these inputs and old outputs, of which
  /// those that it ignores may be null.
  llvm::SmallVector<mlir::Value>
  clonePayload(llvm::ArrayRef<mlir::Value> ivs,
               llvm::ArrayRef<mlir::Value> inputs, mlir::ValueRange partials);
  mlir::Value load(mlir::OpOperand &operand, llvm::ArrayRef<mlir::Value> ivs);
  void store(mlir::Value value, mlir::OpOperand &operand,
             llvm::ArrayRef<mlir::Value> ivs);
  llvm::SmallVector<mlir::Value> getIndices(mlir::OpOperand &operand,
                                            llvm::ArrayRef<mlir::Value> ivs);

  /// Splits `linear` into indices of `loops`, the last of which runs fastest.
  void delinearize(mlir::Value linear, llvm::ArrayRef<unsigned> loops,
                   llvm::SmallVector<mlir::Value> &ivs);
  /// The number of iterations of `loops`, inside the kernel or on the host.
  mlir::Value getCount(mlir::OpBuilder &builder, llvm::ArrayRef<unsigned> loops,
                       bool inside);
  mlir::Value getExtent(mlir::OpBuilder &builder, unsigned loop, bool inside);
  mlir::Value getIndex(mlir::OpBuilder &builder, int64_t value) {
    return mlir::arith::ConstantIndexOp::create(builder, loc, value);
  }
  /// Calls `body` inside a guard, with the number of this thread's part of
  /// `count` parts.
  void writeGuarded(mlir::Value count,
                    llvm::function_ref<void(mlir::Value)> body);
  /// The number of the block, and of the thread in it.
  mlir::Value getBlock() {
    return mlir::gpu::BlockIdOp::create(b, loc, mlir::gpu::Dimension::x);
  }
  mlir::Value getThread() {
    return mlir::gpu::ThreadIdOp::create(b, loc, mlir::gpu::Dimension::x);
  }
  template <typename OpTy>
  mlir::Value fold(mlir::OpBuilder &builder, mlir::Value lhs, mlir::Value rhs) {
    return builder.createOrFold<OpTy>(loc, lhs, rhs);
  }

  std::string getName();

  mlir::linalg::LinalgOp op;
  KernelPool &pool;
  mlir::Location loc;
  Outliner outliner;
  mlir::OpBuilder &b;
  mlir::OpBuilder host;
  /// Loops of results in the order of the first output, then of reductions.
  llvm::SmallVector<unsigned> parallel, reduction;
  llvm::SmallVector<int64_t> staticExtents;
  /// Operands inside the kernel, and what the payload captures.
  llvm::SmallVector<mlir::Value> operands;
  mlir::IRMapping captures;
};

} // namespace quartet::device

#endif // QUARTET_LIB_TARGET_COMMON_GPU_LINALGKERNEL_H
