//===- RuleHarness.cpp - A rule as host code and as emitted code ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleHarness.h"

#include "../Numerics/TestData.h"
#include "Jit.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace quartet;
using namespace quartet::test;

/// A module with @f(%in : memref<inputs x count>, %out : memref<outputs x
/// count>) that applies `emit` to every column.
static std::string emitModule(const EmitRule &emit, int64_t lanes,
                              int64_t numInputs, int64_t numOutputs,
                              int64_t count) {
  MLIRContext context;
  context.loadDialect<arith::ArithDialect, func::FuncDialect, math::MathDialect,
                      memref::MemRefDialect, scf::SCFDialect,
                      vector::VectorDialect>();
  OpBuilder b(&context);
  Location loc = b.getUnknownLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  b.setInsertionPointToEnd(module->getBody());
  auto words = [&](int64_t lists) {
    return MemRefType::get({lists, count}, b.getI32Type());
  };
  auto function = func::FuncOp::create(
      b, loc, "f",
      b.getFunctionType({words(numInputs), words(numOutputs)}, {}));
  Block *entry = function.addEntryBlock();
  b.setInsertionPointToEnd(entry);
  auto index = [&](int64_t v) -> Value {
    return arith::ConstantIndexOp::create(b, loc, v);
  };
  auto loop = scf::ForOp::create(b, loc, index(0), index(count), index(lanes));
  func::ReturnOp::create(b, loc);
  b.setInsertionPoint(loop.getBody()->getTerminator());

  IROps o(b, loc, lanes);
  Value column = loop.getInductionVar();
  std::vector<IROps::I> in(numInputs), out(numOutputs);
  for (int64_t i = 0; i < numInputs; ++i) {
    Value at[] = {index(i), column};
    in[i].value =
        lanes == 1
            ? Value(memref::LoadOp::create(b, loc, entry->getArgument(0), at))
            : Value(vector::LoadOp::create(b, loc,
                                           cast<VectorType>(o.getIType()),
                                           entry->getArgument(0), at));
  }
  emit(o, in.data(), out.data());
  for (int64_t i = 0; i < numOutputs; ++i) {
    Value at[] = {index(i), column};
    if (lanes == 1)
      memref::StoreOp::create(b, loc, out[i].value, entry->getArgument(1), at);
    else
      vector::StoreOp::create(b, loc, out[i].value, entry->getArgument(1), at);
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os);
  return text;
}

std::vector<Words> test::runEmitted(const EmitRule &emit, int64_t lanes,
                                    const std::vector<Words> &inputs,
                                    unsigned numOutputs) {
  int64_t count = int64_t(inputs[0].size());
  Jit::Options options;
  options.optLevel = 1;
  Jit jit(emitModule(emit, lanes, int64_t(inputs.size()), numOutputs, count),
          options);
  Words flat;
  for (const Words &list : inputs)
    flat.insert(flat.end(), list.begin(), list.end());
  Buffer in = Buffer::of(flat, {int64_t(inputs.size()), count});
  Buffer out({numOutputs, count}, 4);
  if (jit.isValid())
    jit.run("f", {&in, &out});
  flat = out.values<uint32_t>();
  std::vector<Words> outputs;
  for (unsigned i = 0; i < numOutputs; ++i)
    outputs.emplace_back(flat.begin() + i * count,
                         flat.begin() + (i + 1) * count);
  return outputs;
}

static bool isNaN(uint32_t bits) {
  return (bits & numerics::kMagnitudeMask) > numerics::kInfinityBits;
}

void test::checkRule(const std::string &name, const HostRule &host,
                     const EmitRule &emit, const std::vector<Words> &inputs,
                     unsigned numOutputs, NaNs nans) {
  SCOPED_TRACE(name);
  ASSERT_EQ(inputs[0].size() % 8, 0u);
  std::vector<Words> scalar = runEmitted(emit, 1, inputs, numOutputs);
  std::vector<Words> vector = runEmitted(emit, 8, inputs, numOutputs);
  std::vector<uint32_t> in(inputs.size()), out(numOutputs);
  auto agree = [&](uint32_t a, uint32_t b) {
    return a == b || (nans == NaNs::Any && isNaN(a) && isNaN(b));
  };
  unsigned failures = 0;
  for (size_t lane = 0; lane < inputs[0].size() && failures < 5; ++lane) {
    for (size_t i = 0; i < inputs.size(); ++i)
      in[i] = inputs[i][lane];
    host(in.data(), out.data());
    for (unsigned i = 0; i < numOutputs; ++i) {
      if (agree(out[i], scalar[i][lane]) && agree(out[i], vector[i][lane]))
        continue;
      ++failures;
      ADD_FAILURE() << std::hex << "output " << i << " of inputs "
                    << testing::PrintToString(in) << ": host " << out[i]
                    << ", scalar " << scalar[i][lane] << ", vector "
                    << vector[i][lane];
    }
  }
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

const Words &test::specialFloats() {
  static const Words words = [] {
    Words w;
    for (uint32_t magnitude :
         {0x00000000u, 0x00000001u, 0x00400000u, 0x007fffffu, 0x00800000u,
          0x00800001u, 0x0d000000u, 0x33800000u, 0x34000000u, 0x3effffffu,
          0x3f000000u, 0x3f7fffffu, 0x3f800000u, 0x3f800001u, 0x3fc00000u,
          0x40c00000u, 0x43e00000u, 0x4b000001u, 0x4b800000u, 0x5f000000u,
          0x7e800000u, 0x7f000000u, 0x7f7fffffu, 0x7f800000u, 0x7f800001u,
          0x7fc00000u, 0x7fffffffu})
      for (uint32_t sign : {0u, numerics::kSignBit})
        w.push_back(magnitude | sign);
    return w;
  }();
  return words;
}

std::vector<Words> test::randomWords(unsigned lists, size_t count) {
  std::mt19937_64 gen = testdata::generator(700);
  std::vector<Words> words(lists);
  for (Words &list : words)
    for (size_t i = 0; i < count; ++i)
      list.push_back(uint32_t(gen()));
  return words;
}

std::vector<Words> test::tuples(const Words &a, unsigned count) {
  std::mt19937_64 gen = testdata::generator(701);
  std::vector<Words> words(count);
  for (uint32_t x : a)
    for (uint32_t y : a)
      for (unsigned i = 0; i < count; ++i)
        words[i].push_back(i == 0 ? x : i == 1 ? y : a[gen() % a.size()]);
  size_t size = words[0].size() * 2;
  size = (size + 7) / 8 * 8;
  for (Words &list : words)
    while (list.size() < size)
      list.push_back(uint32_t(gen()));
  return words;
}

std::vector<Words> test::everyBF16() {
  Words words;
  for (uint32_t pattern = 0; pattern < 65536; ++pattern)
    for (uint32_t step : {uint32_t(-1), 0u, 1u})
      words.push_back((pattern << 16) + step);
  return {words};
}

std::vector<Words> test::ascending(uint32_t count) {
  Words words;
  for (uint32_t i = 0; i < count; ++i)
    words.push_back(i);
  return {words};
}
