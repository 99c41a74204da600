//===- InsertRuntimeChecks.cpp - Conditions on data -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input: bufferized entries with assertions and accesses whose conditions
// depend on data. Output: the same without assertions, unsafe accesses under a
// condition, and every failure recorded in the entry's status word.
//
//===----------------------------------------------------------------------===//

#include "Entry.h"
#include "quartet/Target/Common/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

namespace quartet {
#define GEN_PASS_DEF_QUARTETINSERTRUNTIMECHECKS
#include "quartet/Target/Common/Passes.h.inc"
} // namespace quartet

using namespace mlir;
using namespace quartet;
using Variable = ValueBoundsConstraintSet::Variable;

namespace {

/// Whether a loop of `op` that runs over dimension `dim` of an operand ends
/// where dimension `bound` does.
bool isLoopWithin(linalg::LinalgOp op, unsigned loop, const Variable &bound) {
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<ShapedType>(operand.get().getType()))
      continue;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
      auto position = dyn_cast<AffineDimExpr>(expr);
      if (position && position.getPosition() == loop &&
          ValueBoundsConstraintSet::compare(
              Variable(operand.get(), static_cast<int64_t>(dim)),
              ValueBoundsConstraintSet::LE, bound))
        return true;
    }
  }
  return false;
}

/// Whether `index` is known to lie in dimension `dim` of `memref`.
bool isWithin(Value index, Value memref, int64_t dim) {
  Variable bound(memref, dim);
  if (auto loop = index.getDefiningOp<linalg::IndexOp>())
    return isLoopWithin(loop->getParentOfType<linalg::LinalgOp>(),
                        loop.getDim(), bound);
  Variable position(index);
  Variable zero(OpFoldResult(IntegerAttr::get(index.getType(), 0)));
  return ValueBoundsConstraintSet::compare(
             position, ValueBoundsConstraintSet::GE, zero) &&
         ValueBoundsConstraintSet::compare(position,
                                           ValueBoundsConstraintSet::LT, bound);
}

/// A load or a store of one element, or, without a buffer, an assertion.
struct Access {
  Operation *op;
  Value memref;
  ValueRange indices;
  /// Dimensions whose index has to be checked.
  SmallVector<int64_t> unsafe;
};

/// `op` as an assertion or an access.
std::optional<Access> getAccess(Operation *op) {
  Access access{op, {}, {}, {}};
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    access.memref = load.getMemRef();
    access.indices = load.getIndices();
  } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
    access.memref = store.getMemRef();
    access.indices = store.getIndices();
  } else if (!isa<cf::AssertOp>(op)) {
    return std::nullopt;
  }
  for (auto [dim, index] : llvm::enumerate(access.indices))
    if (!isWithin(index, access.memref, dim))
      access.unsafe.push_back(dim);
  return access;
}

/// Inserts the checks of one entry.
class CheckInserter {
public:
  CheckInserter(func::FuncOp entry, Signature &signature)
      : entry(entry), signature(signature),
        firstCheck(signature.checks.size()) {}

  LogicalResult run();

private:
  /// Writes the number of the check `text` into the status word.
  void recordFailure(OpBuilder &b, Location loc, const std::string &text);
  void replaceAssertion(cf::AssertOp op);
  LogicalResult guard(const Access &access);

  func::FuncOp entry;
  Signature &signature;
  size_t firstCheck;
  Value status;
};

void CheckInserter::recordFailure(OpBuilder &b, Location loc,
                                  const std::string &text) {
  auto first = signature.checks.begin() + firstCheck;
  auto found = std::find(first, signature.checks.end(), text);
  int64_t number = found - signature.checks.begin() + 1;
  if (found == signature.checks.end())
    signature.checks.push_back(text);
  // Whatever the order of threads, the first condition that fails is kept.
  Value code = arith::ConstantIntOp::create(b, loc, b.getI32Type(), number);
  memref::AtomicRMWOp::create(b, loc, arith::AtomicRMWKind::minu, code, status,
                              ValueRange());
}

void CheckInserter::replaceAssertion(cf::AssertOp op) {
  OpBuilder b(op);
  Location loc = op.getLoc();
  std::string text = ("the assertion '" + op.getMsg() + "' holds").str();
  Value failed = arith::XOrIOp::create(
      b, loc, op.getArg(),
      arith::ConstantIntOp::create(b, loc, b.getI1Type(), 1));
  auto branch = scf::IfOp::create(b, loc, failed, /*withElseRegion=*/false);
  OpBuilder then = branch.getThenBodyBuilder();
  recordFailure(then, loc, text);
  op.erase();
}

LogicalResult CheckInserter::guard(const Access &access) {
  OpBuilder b(access.op);
  Location loc = access.op->getLoc();
  auto type = cast<MemRefType>(access.memref.getType());
  TypedAttr zero = b.getZeroAttr(type.getElementType());
  if (!zero)
    return access.op->emitError()
           << "expects elements of integer or float type where an index "
              "depends on data, but got "
           << type.getElementType();
  std::string shape;
  for (int64_t extent : type.getShape())
    shape +=
        (ShapedType::isDynamic(extent) ? "?" : std::to_string(extent)) + "x";
  std::string text;
  llvm::raw_string_ostream(text) << "every index into " << shape
                                 << type.getElementType() << " is in range";
  // Unsigned, so that negative indices are too large.
  Value inside;
  for (int64_t dim : access.unsafe) {
    Value extent = memref::DimOp::create(b, loc, access.memref, dim);
    Value fits = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                                       access.indices[dim], extent);
    inside = inside ? arith::AndIOp::create(b, loc, inside, fits) : fits;
  }
  auto branch = scf::IfOp::create(b, loc, access.op->getResultTypes(), inside,
                                  /*withElseRegion=*/true);
  access.op->replaceAllUsesWith(branch);
  OpBuilder otherwise = branch.getElseBodyBuilder();
  recordFailure(otherwise, loc, text);
  if (access.op->getNumResults()) {
    Value value = arith::ConstantOp::create(otherwise, loc, zero);
    scf::YieldOp::create(otherwise, loc, value);
    OpBuilder then = branch.getThenBodyBuilder();
    scf::YieldOp::create(then, loc, access.op->getResults());
  }
  access.op->moveBefore(&branch.thenBlock()->front());
  return success();
}

LogicalResult CheckInserter::run() {
  // In the order of the program, which numbers follow.
  SmallVector<Access> unsafe;
  entry.walk([&](Operation *op) {
    if (std::optional<Access> access = getAccess(op))
      if (isa<cf::AssertOp>(op) || !access->unsafe.empty())
        unsafe.push_back(std::move(*access));
  });
  if (unsafe.empty())
    return success();
  unsigned position = entry.getNumArguments();
  OpBuilder b(entry.getContext());
  auto attrs =
      b.getDictionaryAttr(b.getNamedAttr(kStatusAttr, b.getUnitAttr()));
  (void)entry.insertArgument(position, MemRefType::get({}, b.getI32Type()),
                             attrs, entry.getLoc());
  status = entry.getArgument(position);
  for (const Access &access : unsafe) {
    if (auto assertion = dyn_cast<cf::AssertOp>(access.op))
      replaceAssertion(assertion);
    else if (failed(guard(access)))
      return failure();
  }
  entry->setAttr(kSignatureAttr,
                 StringAttr::get(entry.getContext(), signature.toJSON()));
  return success();
}

struct InsertRuntimeChecks
    : quartet::impl::QuartetInsertRuntimeChecksBase<InsertRuntimeChecks> {
  void runOnOperation() override {
    std::optional<std::vector<Signature>> signatures =
        getSignatures(getOperation());
    if (!signatures)
      return signalPassFailure();
    for (auto [entry, signature] :
         llvm::zip(getEntries(getOperation()), *signatures))
      if (failed(CheckInserter(entry, signature).run()))
        return signalPassFailure();
  }
};

} // namespace
