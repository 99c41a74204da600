//===- PlanWorkspace.cpp - One caller-owned workspace ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input: bufferized entries whose private memory is memref.alloc. Output: views
// into a workspace argument at offsets that are functions of the argument
// extents, and the function that tells the workspace's size.
//
//===----------------------------------------------------------------------===//

#include "DimResolver.h"
#include "Entry.h"
#include "Lifetimes.h"
#include "quartet/Runtime/ABI.h"
#include "quartet/Target/Common/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

namespace quartet {
#define GEN_PASS_DEF_QUARTETPLANWORKSPACE
#include "quartet/Target/Common/Passes.h.inc"
} // namespace quartet

using namespace mlir;
using namespace quartet;

namespace {

/// Bytes of one element in memory.
int64_t getElementBytes(MemRefType type) {
  Type element = type.getElementType();
  if (element.isIndex())
    return 8;
  int64_t count = 1;
  if (auto vector = dyn_cast<VectorType>(element)) {
    count = vector.getNumElements();
    element = vector.getElementType();
  }
  return count * ((element.getIntOrFloatBitWidth() + 7) / 8);
}

/// More than processors address. Sums of a few times as many bytes do not wrap
/// around.
constexpr int64_t kMaxBufferBytes = int64_t(1) << 48;

/// Bytes of a buffer, a dynamic extent counted as 1; INT64_MAX if they are
/// more.
int64_t getKnownBytes(MemRefType type) {
  ArrayRef<int64_t> shape = type.getShape();
  if (llvm::is_contained(shape, 0))
    return 0;
  int64_t bytes = getElementBytes(type);
  for (int64_t extent : shape)
    if (!ShapedType::isDynamic(extent) &&
        llvm::MulOverflow(bytes, extent, bytes))
      return std::numeric_limits<int64_t>::max();
  return bytes;
}

/// Moves a buffer of a parallel loop to the stack of its thread.
LogicalResult moveToStack(memref::AllocOp alloc, int64_t maxBytes) {
  MemRefType type = alloc.getType();
  if (!type.hasStaticShape() || getKnownBytes(type) > maxBytes)
    return alloc.emitError()
           << "expects buffers inside a parallel loop to have a static size of "
              "at most "
           << maxBytes << " bytes, but got " << type;
  OpBuilder builder(alloc);
  auto alloca = memref::AllocaOp::create(builder, alloc.getLoc(), type,
                                         alloc.getAlignmentAttr());
  alloc.replaceAllUsesWith(alloca.getResult());
  alloc.erase();
  return success();
}

/// Writes the sizes and offsets of `slots` into a function. With `saturates`,
/// sizes that would wrap around are larger than kMaxBufferBytes instead.
class LayoutWriter {
public:
  LayoutWriter(func::FuncOp entry, OpBuilder &builder, bool saturates,
               DimResolver::GetArgDim getArgDim)
      : entry(entry), builder(builder), saturates(saturates),
        resolver(&entry.getBody().front(), builder, std::move(getArgDim)) {}

  /// Offsets of all slots, then the total; null entries after an error.
  LogicalResult write(ArrayRef<Slot> slots, SmallVectorImpl<Value> &offsets) {
    Value offset = resolver.getConstant(0);
    for (const Slot &slot : slots) {
      offsets.push_back(offset);
      Value size;
      for (memref::AllocOp alloc : slot) {
        Value bytes = writeSize(alloc);
        if (!bytes)
          return failure();
        size = !size           ? bytes
               : size == bytes ? size
                               : createOrFold<arith::MaxSIOp>(size, bytes);
      }
      offset = createOrFold<arith::AddIOp>(offset, roundUp(size));
    }
    offsets.push_back(offset);
    return success();
  }

private:
  template <typename OpTy>
  Value createOrFold(Value lhs, Value rhs) {
    return builder.createOrFold<OpTy>(entry.getLoc(), lhs, rhs);
  }

  Value writeSize(memref::AllocOp alloc) {
    MemRefType type = alloc.getType();
    if (getKnownBytes(type) > kMaxBufferBytes) {
      alloc.emitError() << "expects buffers of at most " << kMaxBufferBytes
                        << " bytes, but got " << type;
      return {};
    }
    Value bytes = resolver.getConstant(getElementBytes(type));
    for (int64_t dim = 0, rank = type.getRank(); dim < rank; ++dim) {
      Value extent = resolver.resolveDim(alloc.getResult(), dim);
      // What a loop makes different in every iteration gets room for the most.
      if (!extent)
        extent = resolver.resolveBound(
            alloc.getDynamicSizes()[type.getDynamicDimIndex(dim)]);
      if (!extent) {
        emitUnresolved(alloc, "the size of a buffer", resolver.getCulprit());
        return {};
      }
      resolver.clearCulprit();
      bool isKnown = getConstantIntValue(bytes) && !type.isDynamicDim(dim);
      bytes = saturates && !isKnown
                  ? multiplySaturated(bytes, extent)
                  : createOrFold<arith::MulIOp>(bytes, extent);
    }
    return bytes;
  }

  /// The product, or more than kMaxBufferBytes if it is more, or an argument
  /// is, or `extent` is negative.
  Value multiplySaturated(Value bytes, Value extent) {
    Location loc = entry.getLoc();
    Value limit = resolver.getConstant(kMaxBufferBytes);
    Value one = resolver.getConstant(1);
    Value most = createOrFold<arith::DivUIOp>(
        limit, createOrFold<arith::MaxUIOp>(extent, one));
    Value fits = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ule,
                                       bytes, most);
    return arith::SelectOp::create(builder, loc, fits,
                                   createOrFold<arith::MulIOp>(bytes, extent),
                                   resolver.getConstant(kMaxBufferBytes + 1));
  }

  Value roundUp(Value size) {
    Value mask = resolver.getConstant(QUARTET_ALIGNMENT - 1);
    Value clear = resolver.getConstant(-QUARTET_ALIGNMENT);
    return createOrFold<arith::AndIOp>(createOrFold<arith::AddIOp>(size, mask),
                                       clear);
  }

  func::FuncOp entry;
  OpBuilder &builder;
  bool saturates;
  DimResolver resolver;
};

/// Extent `dim` of the out-parameter `param`, in a companion function with the
/// given body, by way of the function that computes all of them.
Value getResultExtent(func::FuncOp entry, Block *body, OpBuilder &builder,
                      unsigned param, int64_t dim) {
  func::FuncOp sizes = lookupCompanion(entry, kResultSizesSuffix);
  auto call = func::CallOp::create(builder, entry.getLoc(), sizes,
                                   body->getArguments());
  unsigned position = 0;
  for (unsigned i = 0; i <= param; ++i) {
    auto type = dyn_cast<MemRefType>(entry.getArgumentTypes()[i]);
    if (!type || !entry.getArgAttr(i, kResultAttr))
      continue;
    position +=
        i < param ? type.getNumDynamicDims() : type.getDynamicDimIndex(dim);
  }
  return call.getResult(position);
}

LogicalResult planEntry(func::FuncOp entry, int64_t maxStackBytes) {
  SmallVector<memref::AllocOp> allocs, perThread;
  SmallVector<memref::DeallocOp> deallocs;
  entry.walk([&](Operation *op) {
    if (auto alloc = dyn_cast<memref::AllocOp>(op)) {
      bool parallel = op->getParentOfType<scf::ParallelOp>() ||
                      op->getParentOfType<scf::ForallOp>();
      (parallel ? perThread : allocs).push_back(alloc);
    } else if (auto dealloc = dyn_cast<memref::DeallocOp>(op)) {
      deallocs.push_back(dealloc);
    }
  });
  for (memref::DeallocOp dealloc : deallocs)
    dealloc.erase();
  for (memref::AllocOp alloc : perThread)
    if (failed(moveToStack(alloc, maxStackBytes)))
      return failure();
  for (memref::AllocOp alloc : allocs)
    if (!alloc.getType().getLayout().isIdentity() ||
        !alloc.getSymbolOperands().empty())
      return alloc.emitError() << "expects contiguous row-major buffers, but "
                                  "got "
                               << alloc.getType();

  FailureOr<SmallVector<Lifetime>> lifetimes = computeLifetimes(entry, allocs);
  if (failed(lifetimes))
    return failure();
  SmallVector<Slot> slots = assignSlots(*lifetimes);

  // The total, as a function of the extents.
  SizeNumbering numbering(entry);
  OpBuilder builder(entry.getContext());
  func::FuncOp companion = createCompanion(entry, kWorkspaceSizeSuffix,
                                           builder.getIndexType(), numbering);
  Block *body = &companion.getBody().front();
  builder.setInsertionPointToStart(body);
  SmallVector<Value> totals;
  LayoutWriter sizeWriter(
      entry, builder, /*saturates=*/true,
      [&](BlockArgument arg, int64_t dim) -> Value {
        if (entry.getArgAttr(arg.getArgNumber(), kResultAttr))
          return getResultExtent(entry, body, builder, arg.getArgNumber(), dim);
        return body->getArgument(numbering.lookup(arg.getArgNumber(), dim));
      });
  if (failed(sizeWriter.write(slots, totals)))
    return failure();
  Value total = totals.back();
  if (!getConstantIntValue(total)) {
    Location loc = entry.getLoc();
    Value limit = arith::ConstantIndexOp::create(builder, loc, kMaxBufferBytes);
    Value none = arith::ConstantIndexOp::create(builder, loc, -1);
    Value fits = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ule,
                                       total, limit);
    total = arith::SelectOp::create(builder, loc, fits, total, none);
  }
  func::ReturnOp::create(builder, entry.getLoc(), total);

  // The offsets, at the start of the entry.
  Block *block = &entry.getBody().front();
  unsigned position = entry.getNumArguments();
  auto workspaceType =
      MemRefType::get({ShapedType::kDynamic}, builder.getI8Type());
  auto attrs = builder.getDictionaryAttr(
      builder.getNamedAttr(kWorkspaceAttr, builder.getUnitAttr()));
  (void)entry.insertArgument(position, workspaceType, attrs, entry.getLoc());
  builder.setInsertionPointToStart(block);
  SmallVector<Value> offsets;
  LayoutWriter offsetWriter(entry, builder, /*saturates=*/false,
                            [&](BlockArgument arg, int64_t dim) -> Value {
                              return memref::DimOp::create(
                                  builder, arg.getLoc(), arg, dim);
                            });
  if (failed(offsetWriter.write(slots, offsets)))
    return failure();
  for (auto [index, slot] : llvm::enumerate(slots)) {
    for (memref::AllocOp alloc : slot) {
      builder.setInsertionPoint(alloc);
      auto view = memref::ViewOp::create(
          builder, alloc.getLoc(), alloc.getType(), entry.getArgument(position),
          offsets[index], alloc.getDynamicSizes());
      alloc.replaceAllUsesWith(view.getResult());
      alloc.erase();
    }
  }
  return success();
}

struct PlanWorkspace : quartet::impl::QuartetPlanWorkspaceBase<PlanWorkspace> {
  using Base::Base;

  void runOnOperation() override {
    for (func::FuncOp entry : getEntries(getOperation()))
      if (failed(planEntry(entry, maxStackBytes)))
        return signalPassFailure();
  }
};

} // namespace
