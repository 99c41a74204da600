//===- KernelBuilder.cpp - Inside a tcgen05 kernel ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "quartet/Dialect/TCGen05/IR/TCGen05.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::gemm;

Value KernelBuilder::boolean(bool value) {
  return arith::ConstantIntOp::create(*this, value, 1);
}
Value KernelBuilder::select(Value condition, Value x, Value y) {
  return createOrFold<arith::SelectOp>(condition, x, y);
}
Value KernelBuilder::isEqual(Value x, Value y) {
  return createOrFold<arith::CmpIOp>(arith::CmpIPredicate::eq, x, y);
}
Value KernelBuilder::both(Value x, Value y) {
  return createOrFold<arith::AndIOp>(x, y);
}
Value KernelBuilder::exclusiveOr(Value x, Value y) {
  return createOrFold<arith::XOrIOp>(x, y);
}
Value KernelBuilder::isNot(Value condition) {
  return exclusiveOr(condition, boolean(true));
}

KernelBuilder::Values
KernelBuilder::loop(Value from, Value to, Value step, ValueRange carried,
                    function_ref<Values(Value, ValueRange)> body) {
  auto op = scf::ForOp::create(*this, from, to, step, carried);
  InsertionGuard guard(*this);
  // Not from a builder of the body, where constants could not leave the loop.
  setInsertionPointToStart(op.getBody());
  Values results = body(op.getInductionVar(), op.getRegionIterArgs());
  // Upstream ends a body that carries nothing.
  if (!carried.empty())
    scf::YieldOp::create(*this, results);
  return Values(op.getResults());
}

void KernelBuilder::wait(Value barriers, Value index, Value parity) {
  scf::WhileOp::create(
      *this, getLoc(), TypeRange(), ValueRange(),
      [&](OpBuilder &b, Location loc, ValueRange) {
        Value done = tcgen05::MbarrierTryWaitOp::create(
            b, loc, b.getI1Type(), barriers, index, parity);
        Value one = arith::ConstantIntOp::create(b, loc, 1, 1);
        Value again = arith::XOrIOp::create(b, loc, done, one);
        scf::ConditionOp::create(b, loc, again, ValueRange());
      },
      [&](OpBuilder &b, Location loc, ValueRange) {
        scf::YieldOp::create(b, loc);
      });
}
