//===- TCGen05Ops.cpp - Verifiers of the tcgen05 operations ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of PTX ISA 9.7.16 that types and constants can show. What only a
// run can show (phases, byte counts, races) is for the simulator.
//
//===----------------------------------------------------------------------===//

#include "VerifierUtils.h"
#include "quartet/Descriptors/TCGen05.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace quartet::tcgen05;

#define GET_OP_CLASSES
#include "quartet/Dialect/TCGen05/IR/TCGen05Ops.cpp.inc"

LogicalResult quartet::tcgen05::verifyShared(Operation *op, Value memory,
                                             StringRef name) {
  Attribute space = cast<MemRefType>(memory.getType()).getMemorySpace();
  if (auto number = dyn_cast_or_null<IntegerAttr>(space);
      number && number.getInt() == 3)
    return success();
  if (auto gpuSpace = dyn_cast_or_null<gpu::AddressSpaceAttr>(space);
      gpuSpace && gpuSpace.getValue() == gpu::AddressSpace::Workgroup)
    return success();
  auto diag = op->emitOpError() << "expects '" << name
                                << "' in workgroup memory (space 3), but got ";
  if (space)
    diag << space;
  else
    diag << "the default memory space";
  return diag;
}

bool quartet::tcgen05::isConstant(Value value, int64_t &result) {
  APInt constant;
  if (!matchPattern(value, m_ConstantInt(&constant)))
    return false;
  result = constant.getSExtValue();
  return true;
}

//===----------------------------------------------------------------------===//
// Tensor memory
//===----------------------------------------------------------------------===//

static LogicalResult verifyAllocation(Operation *op, int64_t columns) {
  if (columns < 32 || columns > kTMemColumns || !llvm::isPowerOf2_64(columns))
    return op->emitOpError() << "expects columns to be a power of two in [32, "
                             << kTMemColumns << "], but got " << columns;
  return success();
}

LogicalResult AllocOp::verify() {
  if (failed(verifyShared(*this, getSlot(), "slot")))
    return failure();
  return verifyAllocation(*this, getColumns());
}

LogicalResult AddressOp::verify() {
  if (failed(verifyShared(*this, getSlot(), "slot")))
    return failure();
  return verifyAllocation(*this, getTmem().getType().getColumns());
}

LogicalResult DeallocOp::verify() {
  return verifyAllocation(*this, getTmem().getType().getColumns());
}

LogicalResult SliceOp::verify() {
  int64_t size, alignment = 1;
  if (auto scales = dyn_cast<ScalesType>(getPart().getType())) {
    size = scales.getColumns();
    alignment = 4;
  } else {
    size = cast<AccumulatorType>(getPart().getType()).getColumns();
  }
  int64_t columns = getTmem().getType().getColumns();
  int64_t first = getColumn(), last = first;
  if (first < 0)
    return emitOpError() << "expects a non-negative column, but got " << first;
  if (getStage()) {
    int64_t stages = *getStages(), stride = *getStride();
    if (stages < 1)
      return emitOpError() << "expects at least 1 stage, but got " << stages;
    if (stages > 1 && stride < 1)
      return emitOpError() << "expects a positive stride, but got " << stride;
    if (stages > columns || stride > columns)
      return emitOpError() << "expects stages and stride to be at most "
                           << columns << ", but got " << stages << " and "
                           << stride;
    last += (stages - 1) * stride;
    if (stride % alignment)
      return emitOpError() << "expects a stride that is a multiple of "
                           << alignment << " for scales, but got " << stride;
    int64_t stage;
    if (isConstant(getStage(), stage) && (stage < 0 || stage >= stages))
      return emitOpError() << "expects a stage in [0, " << stages
                           << "), but got " << stage;
  }
  if (first % alignment)
    return emitOpError() << "expects a column that is a multiple of "
                         << alignment << " for scales, but got " << first;
  if (last > columns - size)
    return emitOpError() << "expects columns in [0, " << columns
                         << "), but the slice occupies [" << first << ", "
                         << last + size << ")";
  return success();
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

LogicalResult quartet::tcgen05::verifyTile(Operation *op, Value memory,
                                           Value offset, int64_t bytes,
                                           int64_t alignment) {
  if (failed(verifyShared(op, memory, "memory")))
    return failure();
  int64_t first;
  if (!isConstant(offset, first))
    return success();
  if (first < 0 || first % alignment)
    return op->emitOpError() << "expects an offset that is a multiple of "
                             << alignment << ", but got " << first;
  auto type = cast<MemRefType>(memory.getType());
  if (type.hasStaticShape() && first > type.getNumElements() - bytes)
    return op->emitOpError() << "expects bytes in [0, " << type.getNumElements()
                             << "), but the tile occupies [" << first << ", "
                             << first + bytes << ")";
  return success();
}

LogicalResult OperandTileOp::verify() {
  return verifyTile(*this, getMemory(), getOffset(),
                    getTile().getType().getBytes(), kOperandAlignment);
}

LogicalResult ScaleTileOp::verify() {
  return verifyTile(*this, getMemory(), getOffset(),
                    getTile().getType().getBytes(), kScaleTileAlignment);
}

//===----------------------------------------------------------------------===//
// Copy and multiply
//===----------------------------------------------------------------------===//

LogicalResult CopyScalesOp::verify() {
  ScaleAtomsType source = getSource().getType();
  ScalesType target = getTarget().getType();
  if (source.getRows() != target.getRows() ||
      source.getCols() != target.getCols())
    return emitOpError() << "expects source and target of one shape, but got "
                         << source << " and " << target;
  return success();
}

LogicalResult MmaOp::verify() {
  int64_t group = getCtaGroup();
  AccumulatorType d = getD().getType();
  OperandType a = getA().getType(), b = getB().getType();
  if (group == 2 && d.getRows() != 256)
    return emitOpError() << "expects M = 256 with cta_group 2, but got "
                         << d.getRows();
  InstructionDescriptor descriptor;
  descriptor.m = d.getRows();
  descriptor.n = d.getCols();
  std::string reason = getInvalidReason(descriptor, group);
  if (!reason.empty())
    return emitOpError() << reason;

  auto expectRows = [&](StringRef name, int64_t rows,
                        int64_t expected) -> LogicalResult {
    if (rows == expected)
      return success();
    return emitOpError() << "expects '" << name << "' with " << expected
                         << " rows for " << d << " with cta_group " << group
                         << ", but got " << rows;
  };
  if (failed(expectRows("a", a.getRows(), d.getRows() / group)) ||
      failed(expectRows("b", b.getRows(), d.getCols() / group)) ||
      failed(expectRows("a_scales", getAScales().getType().getRows(), 128)) ||
      failed(expectRows("b_scales", getBScales().getType().getRows(),
                        llvm::alignTo(d.getCols(), 128))))
    return failure();
  int64_t first;
  if (getBScaleRow() && isConstant(getBScaleRow(), first)) {
    int64_t last = getBScales().getType().getRows() - d.getCols();
    if (first < 0 || first > last || first % 32)
      return emitOpError() << "expects 'b_scale_row' to be a multiple of 32 in "
                              "[0, "
                           << last << "], but got " << first;
  }
  if (a.getCols() != b.getCols())
    return emitOpError() << "expects 'a' and 'b' with equal K, but got "
                         << a.getCols() << " and " << b.getCols();
  int64_t groups = a.getCols() / 16;
  for (auto [name, type] :
       {std::pair<StringRef, ScalesType>("a_scales", getAScales().getType()),
        std::pair<StringRef, ScalesType>("b_scales", getBScales().getType())})
    if (type.getCols() != groups)
      return emitOpError() << "expects '" << name << "' with " << groups
                           << " scales per row for K = " << a.getCols()
                           << ", but got " << type.getCols();
  return success();
}

LogicalResult CommitOp::verify() {
  return verifyShared(*this, getBarriers(), "barriers");
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

static LogicalResult verifyFragment(Operation *op, Type fragment,
                                    AccumulatorType accumulator, Value column) {
  auto vector = cast<VectorType>(fragment);
  int64_t count = vector.getNumElements();
  if (vector.isScalable() || count > 128 || !llvm::isPowerOf2_64(count))
    return op->emitOpError() << "expects a fixed vector of a power of two in "
                                "[1, 128] elements, but got "
                             << fragment;
  int64_t first;
  if (isConstant(column, first) &&
      (first < 0 || first > accumulator.getCols() - count))
    return op->emitOpError()
           << "expects columns in [0, " << accumulator.getCols()
           << "), but the vector covers [" << first << ", " << first + count
           << ")";
  if (count > accumulator.getCols())
    return op->emitOpError() << "expects at most " << accumulator.getCols()
                             << " columns, but got " << count;
  return success();
}

LogicalResult WaitOp::verify() {
  if (getKind() == WaitKind::Store && !getValues().empty())
    return emitOpError() << "expects no values for a store, but got "
                         << getValues().size();
  return success();
}

LogicalResult LoadOp::verify() {
  // A register that the load has not filled yet must not even be moved.
  for (Operation *user : getResult().getUsers()) {
    if (isa<WaitOp>(user))
      continue;
    InFlightDiagnostic diag =
        emitOpError() << "expects its result to be used by 'tcgen05.wait' "
                         "only, but got a use by '"
                      << user->getName() << "'";
    diag.attachNote(user->getLoc()) << "used here";
    return diag;
  }
  return verifyFragment(*this, getResult().getType(), getSource().getType(),
                        getColumn());
}

LogicalResult StoreOp::verify() {
  return verifyFragment(*this, getValue().getType(), getTarget().getType(),
                        getColumn());
}
