//===- IROpsTest.cpp - Every primitive, emitted and on the host -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations of the value concept one by one, on all pairs of special
// patterns and on random ones, and the form of what is emitted.
//
//===----------------------------------------------------------------------===//

#include "RuleHarness.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"

#include <gtest/gtest.h>

using namespace quartet;
using namespace quartet::test;

namespace {

std::vector<Words> floats(unsigned count) {
  return tuples(specialFloats(), count);
}

TEST(IROps, float_arithmetic_rounds_once) {
  check(
      "add, sub, mul, div, fma", floats(3), 5,
      [](auto &o, const auto *in, auto *out) {
        auto a = o.fromBits(in[0]), b = o.fromBits(in[1]);
        auto c = o.fromBits(in[2]);
        out[0] = o.bits(o.add(a, b));
        out[1] = o.bits(o.sub(a, b));
        out[2] = o.bits(o.mul(a, b));
        out[3] = o.bits(o.div(a, b));
        out[4] = o.bits(o.fma(a, b, c));
      },
      NaNs::Any);
}

/// Products that a separate multiplication would round to a tie.
TEST(IROps, fma_is_fused) {
  std::mt19937_64 gen(1);
  std::vector<Words> words(3);
  for (int i = 0; i < 4096; ++i) {
    float a = 1.0f + float(gen() % (1 << 12)) * 0x1p-23f;
    float b = 1.0f + float(gen() % (1 << 12)) * 0x1p-12f;
    numerics::HostScalar o;
    words[0].push_back(o.bits(a));
    words[1].push_back(o.bits(b));
    words[2].push_back(o.bits(-o.mul(a, b)));
  }
  check("fma", words, 1, [](auto &o, const auto *in, auto *out) {
    out[0] =
        o.bits(o.fma(o.fromBits(in[0]), o.fromBits(in[1]), o.fromBits(in[2])));
  });
}

TEST(IROps, integer_arithmetic_wraps) {
  check("iadd, isub, imul, umulhi, iand, ior, ixor", floats(2), 7,
        [](auto &o, const auto *in, auto *out) {
          out[0] = o.iadd(in[0], in[1]);
          out[1] = o.isub(in[0], in[1]);
          out[2] = o.imul(in[0], in[1]);
          out[3] = o.umulhi(in[0], in[1]);
          out[4] = o.iand(in[0], in[1]);
          out[5] = o.ior(in[0], in[1]);
          out[6] = o.ixor(in[0], in[1]);
        });
}

TEST(IROps, shifts_by_0_to_31) {
  check("shl, shr", randomWords(1, 64), 64,
        [](auto &o, const auto *in, auto *out) {
          for (unsigned n = 0; n < 32; ++n) {
            out[n] = o.shl(in[0], n);
            out[32 + n] = o.shr(in[0], n);
          }
        });
  check("shrBy", floats(2), 1, [](auto &o, const auto *in, auto *out) {
    out[0] = o.shrBy(in[0], o.iand(in[1], o.u32(31)));
  });
}

TEST(IROps, comparisons_are_unsigned_and_select_picks_the_first) {
  check("eq, ne, ult, ule, band, bor, bnot, select", floats(2), 9,
        [](auto &o, const auto *in, auto *out) {
          auto one = o.u32(1), zero = o.u32(0);
          auto less = o.ult(in[0], in[1]), equal = o.eq(in[0], in[1]);
          out[0] = o.select(equal, one, zero);
          out[1] = o.select(o.ne(in[0], in[1]), one, zero);
          out[2] = o.select(less, one, zero);
          out[3] = o.select(o.ule(in[0], in[1]), one, zero);
          out[4] = o.select(o.band(less, equal), one, zero);
          out[5] = o.select(o.bor(less, equal), one, zero);
          out[6] = o.select(o.bnot(less), one, zero);
          out[7] = o.select(less, in[0], in[1]);
          out[8] = o.bits(o.select(less, o.fromBits(in[0]), o.fromBits(in[1])));
        });
}

TEST(IROps, from_uint_is_exact_below_2_to_24) {
  std::vector<Words> words = randomWords(1, 4096);
  for (uint32_t &w : words[0])
    w >>= 8;
  check("fromUInt", words, 1, [](auto &o, const auto *in, auto *out) {
    out[0] = o.bits(o.fromUInt(in[0]));
  });
}

TEST(IROps, constants_are_shared_and_dominate) {
  mlir::MLIRContext context;
  context.loadDialect<mlir::arith::ArithDialect, mlir::func::FuncDialect,
                      mlir::math::MathDialect>();
  mlir::OpBuilder b(&context);
  mlir::Location loc = b.getUnknownLoc();
  mlir::OwningOpRef<mlir::ModuleOp> module = mlir::ModuleOp::create(loc);
  b.setInsertionPointToEnd(module->getBody());
  auto function =
      mlir::func::FuncOp::create(b, loc, "f", b.getFunctionType({}, {}));
  mlir::Block *entry = function.addEntryBlock();
  b.setInsertionPointToEnd(entry);
  auto end = mlir::func::ReturnOp::create(b, loc);
  b.setInsertionPoint(end);
  IROps o(b, loc, 4);
  IROps::F one = o.f32(1.0f), two = o.f32(2.0f);
  IROps::F sum = o.add(one, o.f32(1.0f));
  b.setInsertionPoint(sum.value.getDefiningOp());
  IROps::F again = o.fma(o.f32(2.0f), two, one);
  EXPECT_EQ(o.f32(1.0f).value, one.value);
  EXPECT_NE(o.u32(0).value, o.f32(0.0f).value);
  // Two values and two zeros, before anything else.
  EXPECT_EQ(entry->getOperations().size(), 7u);
  for (int i = 0; i < 4; ++i)
    EXPECT_TRUE(
        mlir::isa<mlir::arith::ConstantOp>(*std::next(entry->begin(), i)));
  EXPECT_TRUE(mlir::succeeded(module->verify()));
  // One rounding, and none relaxed.
  EXPECT_TRUE(again.value.getDefiningOp<mlir::math::FmaOp>());
  EXPECT_EQ(sum.value.getDefiningOp<mlir::arith::AddFOp>().getFastmath(),
            mlir::arith::FastMathFlags::none);
}

} // namespace
