//===- Contraction.cpp - Recognise multiply-add contractions --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contraction.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace quartet;

/// The loops of the dimensions of an operand, by its projected permutation.
static SmallVector<unsigned, 4> getLoops(AffineMap map) {
  SmallVector<unsigned, 4> loops;
  for (AffineExpr expr : map.getResults())
    loops.push_back(cast<AffineDimExpr>(expr).getPosition());
  return loops;
}

SmallVector<unsigned, 4> Contraction::getResultLoops() const {
  linalg::LinalgOp linalgOp = op;
  return getLoops(linalgOp.getIndexingMapsArray()[2]);
}

bool quartet::isCandidate(linalg::LinalgOp op) {
  if (op.getNumReductionLoops() == 0 || op.getNumDpsInits() != 1)
    return false;
  if (op.getNumDpsInputs() >= 2)
    return true;
  return llvm::any_of(*op.getBlock(), [](Operation &inner) {
    return isa<arith::MulFOp, arith::MulIOp>(inner);
  });
}

namespace {

/// The parts of a multiply-add body.
struct Payload {
  Type lhsRounded, rhsRounded;
};

/// Walks a body backwards and remembers what it passed, so that anything else
/// in the body is noticed.
class PayloadMatcher {
public:
  explicit PayloadMatcher(linalg::LinalgOp op) : body(op.getBlock()) {}

  /// Matches acc + a * b with a and b the two input elements, in any order,
  /// casts between float types anywhere.
  FailureOr<Payload> match() {
    Operation *terminator = body->getTerminator();
    Value sum = skipCasts(terminator->getOperand(0));
    auto add = sum.getDefiningOp<arith::AddFOp>();
    if (!add || !visit(add))
      return failure();
    Value acc = body->getArgument(2);
    Value product = skipCasts(add.getRhs());
    if (skipCasts(add.getLhs()) != acc) {
      if (product != acc)
        return failure();
      product = skipCasts(add.getLhs());
    }
    auto mul = product.getDefiningOp<arith::MulFOp>();
    if (!mul || !visit(mul))
      return failure();

    Payload payload;
    Value lhs = skipCasts(mul.getLhs(), &payload.lhsRounded);
    Value rhs = skipCasts(mul.getRhs(), &payload.rhsRounded);
    if (lhs == body->getArgument(1)) {
      std::swap(lhs, rhs);
      std::swap(payload.lhsRounded, payload.rhsRounded);
    }
    if (lhs != body->getArgument(0) || rhs != body->getArgument(1))
      return failure();
    if (body->getOperations().size() != visited.size() + 1)
      return failure();
    return payload;
  }

private:
  bool visit(Operation *op) {
    if (op->getBlock() != body)
      return false;
    visited.insert(op);
    return true;
  }

  /// `rounded` receives the type of the narrowest cast passed, if any narrows.
  Value skipCasts(Value value, Type *rounded = nullptr) {
    while (Operation *def = value.getDefiningOp()) {
      if (!isa<arith::ExtFOp, arith::TruncFOp>(def) || !visit(def))
        break;
      if (rounded && isa<arith::TruncFOp>(def) &&
          (!*rounded || def->getResult(0).getType().getIntOrFloatBitWidth() <=
                            rounded->getIntOrFloatBitWidth()))
        *rounded = def->getResult(0).getType();
      value = def->getOperand(0);
    }
    return value;
  }

  Block *body;
  llvm::SmallPtrSet<Operation *, 8> visited;
};

} // namespace

/// Checks what can be said without looking at the body's arithmetic.
static LogicalResult checkOperands(linalg::LinalgOp op, std::string &reason) {
  if (!op.hasPureTensorSemantics()) {
    reason = "it works on buffers, not on tensors";
    return failure();
  }
  if (op.getNumDpsInputs() == 1) {
    reason = "both factors are the same operand";
    return failure();
  }
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1) {
    reason = "it does not have two inputs and one result";
    return failure();
  }
  for (Value operand : op->getOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (!type) {
      reason = "an operand is not a ranked tensor";
      return failure();
    }
    if (type.getEncoding()) {
      reason = "an operand has an encoding";
      return failure();
    }
    if (!isQuantizableElement(type.getElementType())) {
      llvm::raw_string_ostream(reason)
          << "elements are " << type.getElementType()
          << ", not bf16, f16 or f32";
      return failure();
    }
  }
  for (AffineMap map : op.getIndexingMapsArray()) {
    if (!map.isProjectedPermutation()) {
      reason = "an operand is not indexed by a permutation of loops";
      return failure();
    }
  }
  return success();
}

/// Sorts the loops by the operands they run along.
static LogicalResult classifyLoops(Contraction &c, std::string &reason) {
  SmallVector<unsigned, 4> result = c.getResultLoops();
  for (unsigned loop = 0, e = c.op.getNumLoops(); loop < e; ++loop) {
    bool inLhs = c.lhs.view.hasLoop(loop), inRhs = c.rhs.view.hasLoop(loop);
    if (llvm::is_contained(result, loop)) {
      if (!inLhs && !inRhs) {
        reason = "a result dimension only repeats values";
        return failure();
      }
      (inLhs && inRhs ? c.batch : inLhs ? c.m : c.n).push_back(loop);
      continue;
    }
    if (!inLhs || !inRhs) {
      reason = "a reduced dimension belongs to one operand only";
      return failure();
    }
    c.k.push_back(loop);
  }
  if (c.k.empty()) {
    reason = "nothing is reduced";
    return failure();
  }
  if (c.m.empty() || c.n.empty()) {
    reason = "it is a product with a vector";
    return failure();
  }
  return success();
}

FailureOr<Contraction> quartet::matchContraction(linalg::LinalgOp op,
                                                 std::string &reason) {
  if (failed(checkOperands(op, reason)))
    return failure();
  FailureOr<Payload> payload = PayloadMatcher(op).match();
  if (failed(payload)) {
    reason = "its body is not a floating-point multiply-add of its two inputs";
    return failure();
  }
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  Contraction c;
  c.op = op;
  c.lhs = {traceView(op->getOperand(0), getLoops(maps[0])),
           payload->lhsRounded};
  c.rhs = {traceView(op->getOperand(1), getLoops(maps[1])),
           payload->rhsRounded};
  if (c.lhs.view.base == c.rhs.view.base) {
    reason = "both factors are the same operand";
    return failure();
  }
  if (failed(classifyLoops(c, reason)))
    return failure();
  return c;
}
