//===- CheckDialect.cpp - The check dialect -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quartet/Dialect/Check/IR/Check.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;
using namespace quartet::check;
using bufferization::AliasingValueList;
using bufferization::AnalysisState;
using bufferization::BufferizationOptions;
using bufferization::BufferizationState;

#include "quartet/Dialect/Check/IR/CheckDialect.cpp.inc"

namespace {

/// Every operation may be inlined anywhere.
struct Inliner : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }
};

} // namespace

void CheckDialect::initialize() {
  addInterfaces<Inliner>();
  addOperations<
#define GET_OP_LIST
#include "quartet/Dialect/Check/IR/CheckOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// A number without its type, which is always f64.
static ParseResult parseBound(OpAsmParser &parser, FloatAttr &bound) {
  double value;
  if (parser.parseFloat(value))
    return failure();
  bound = parser.getBuilder().getF64FloatAttr(value);
  return success();
}

static void printBound(OpAsmPrinter &printer, Operation *, FloatAttr bound) {
  if (bound)
    printer.printFloat(bound.getValue());
}

//===----------------------------------------------------------------------===//
// Bufferization
//===----------------------------------------------------------------------===//

/// Replaces the tensor operands of `op`, which has no results, by their
/// buffers.
template <typename OpTy>
static LogicalResult bufferizeInPlace(OpTy op, RewriterBase &rewriter,
                                      const BufferizationOptions &options,
                                      BufferizationState &state) {
  FailureOr<Value> got =
      bufferization::getBuffer(rewriter, op.getGot(), options, state);
  FailureOr<Value> expected =
      bufferization::getBuffer(rewriter, op.getExpected(), options, state);
  if (failed(got) || failed(expected))
    return failure();
  // One of them may be a view with strides; the comparison wants equal types.
  if (got->getType() != expected->getType()) {
    auto type = cast<MemRefType>(got->getType());
    auto layout = StridedLayoutAttr::get(
        op.getContext(), ShapedType::kDynamic,
        SmallVector<int64_t>(type.getRank(), ShapedType::kDynamic));
    for (FailureOr<Value> *value : {&got, &expected}) {
      auto from = cast<MemRefType>((*value)->getType());
      auto to = MemRefType::get(type.getShape(), type.getElementType(), layout,
                                from.getMemorySpace());
      if (from == to)
        continue;
      *value = memref::CastOp::create(rewriter, op.getLoc(), to, **value)
                   .getResult();
    }
  }
  OperationState replacement(op.getLoc(), op->getName(), {*got, *expected}, {},
                             op->getAttrDictionary().getValue());
  rewriter.create(replacement);
  rewriter.eraseOp(op);
  return success();
}

bool ExpectEqOp::bufferizesToMemoryRead(OpOperand &, const AnalysisState &) {
  return true;
}

bool ExpectEqOp::bufferizesToMemoryWrite(OpOperand &, const AnalysisState &) {
  return false;
}

AliasingValueList ExpectEqOp::getAliasingValues(OpOperand &,
                                                const AnalysisState &) {
  return {};
}

LogicalResult ExpectEqOp::bufferize(RewriterBase &rewriter,
                                    const BufferizationOptions &options,
                                    BufferizationState &state) {
  return bufferizeInPlace(*this, rewriter, options, state);
}

bool ExpectCloseOp::bufferizesToMemoryRead(OpOperand &, const AnalysisState &) {
  return true;
}

bool ExpectCloseOp::bufferizesToMemoryWrite(OpOperand &,
                                            const AnalysisState &) {
  return false;
}

AliasingValueList ExpectCloseOp::getAliasingValues(OpOperand &,
                                                   const AnalysisState &) {
  return {};
}

LogicalResult ExpectCloseOp::bufferize(RewriterBase &rewriter,
                                       const BufferizationOptions &options,
                                       BufferizationState &state) {
  return bufferizeInPlace(*this, rewriter, options, state);
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

LogicalResult ExpectEqOp::verify() {
  auto type = cast<ShapedType>(getGot().getType());
  if (getPacked() &&
      (!type.getElementType().isInteger(8) || type.getRank() == 0))
    return emitOpError("expects 'packed' on i8 elements in at least one "
                       "dimension, but got ")
           << type;
  return success();
}

LogicalResult ExpectCloseOp::verify() {
  bool elementwise = getRtolAttr() || getAtolAttr();
  if (elementwise == !!getMaxRelativeSquaredErrorAttr())
    return emitOpError("expects 'rtol' or 'atol', or instead "
                       "'max_relative_squared_error', but got ")
           << (elementwise ? "both" : "neither");
  std::pair<StringRef, FloatAttr> bounds[] = {
      {"rtol", getRtolAttr()},
      {"atol", getAtolAttr()},
      {"max_relative_squared_error", getMaxRelativeSquaredErrorAttr()}};
  for (auto [name, bound] : bounds) {
    if (!bound)
      continue;
    const APFloat &value = bound.getValue();
    if (!value.isFinite() || value.isNegative())
      return emitOpError("expects '")
             << name << "' to be a finite number of at least 0, but got "
             << bound;
  }
  return success();
}

#define GET_OP_CLASSES
#include "quartet/Dialect/Check/IR/CheckOps.cpp.inc"
