//===- NVFP4ToTCGen05.cpp - The pass convert-nvfp4-matmul-to-tcgen05 ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quartet/Conversion/NVFP4ToTCGen05/Passes.h"

#include "quartet/Conversion/NVFP4ToGPU/KernelModule.h"
#include "quartet/Conversion/NVFP4ToTCGen05/GemmModel.h"
#include "quartet/Dialect/NVFP4/IR/NVFP4.h"
#include "quartet/Dialect/NVFP4/IR/Shapes.h"
#include "quartet/Dialect/NVFP4/Transforms/Epilogue.h"
#include "quartet/Dialect/TCGen05/IR/TCGen05.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"

namespace quartet {
#define GEN_PASS_DEF_CONVERTNVFP4MATMULTOTCGEN05
#include "quartet/Conversion/NVFP4ToTCGen05/Passes.h.inc"
} // namespace quartet

using namespace mlir;
using namespace quartet;

GemmProblem quartet::getProblem(nvfp4::ScaledMatmulOp op) {
  GemmProblem problem;
  auto extent = [&](int64_t size) {
    if (!ShapedType::isDynamic(size))
      return size;
    problem.isAssumed = true;
    return kGemmAssumedExtent;
  };
  auto d = cast<ShapedType>(op.getInit().getType());
  ArrayRef<int64_t> shape = d.getShape();
  if (shape.size() == 3)
    problem.batch = extent(shape[0]);
  problem.m = extent(shape[shape.size() - 2]);
  problem.n = extent(shape.back());
  problem.p =
      extent(nvfp4::getLogicalDataShape(cast<ShapedType>(op.getLhs().getType()))
                 .back());
  auto bytes = [](Type element) {
    return element.isIntOrFloat() ? (element.getIntOrFloatBitWidth() + 7) / 8
                                  : 8;
  };
  problem.outputBytes = bytes(d.getElementType());
  problem.accumulate = op.getAccumulate();
  for (auto [input, map] :
       llvm::zip_equal(op.getEpilogueInputs(), op.getEpilogueMapValues())) {
    auto type = cast<ShapedType>(input.getType());
    int64_t size = bytes(type.getElementType());
    for (int64_t dim : type.getShape())
      size *= extent(dim);
    problem.inputBytes += size;
    (map.isFunctionOfDim(shape.size() - 1) ? problem.columnInputBytes
                                           : problem.rowInputBytes) +=
        bytes(type.getElementType());
  }
  problem.vectorizable = nvfp4::isEpilogueVectorizable(op);
  return problem;
}

namespace {

struct ConvertNVFP4MatmulToTCGen05Pass
    : quartet::impl::ConvertNVFP4MatmulToTCGen05Base<
          ConvertNVFP4MatmulToTCGen05Pass> {
  using ConvertNVFP4MatmulToTCGen05Base::ConvertNVFP4MatmulToTCGen05Base;
  ConvertNVFP4MatmulToTCGen05Pass() = default;
  explicit ConvertNVFP4MatmulToTCGen05Pass(const GemmRates &rates)
      : rates(rates) {
    multiprocessors = rates.resources.multiprocessors;
    sharedBytes = rates.resources.sharedBytes;
    macsPerClock = int64_t(rates.macsPerClock);
  }

  void runOnOperation() override {
    // A pair of CTAs needs two.
    if (multiprocessors < 2) {
      getOperation().emitError()
          << "expects multiprocessors of at least 2, but got "
          << multiprocessors.getValue();
      return signalPassFailure();
    }
    if (macsPerClock < 0) {
      getOperation().emitError() << "expects macs-per-clock of at least 0, but "
                                    "got "
                                 << macsPerClock.getValue();
      return signalPassFailure();
    }
    rates.resources.multiprocessors = multiprocessors;
    rates.resources.sharedBytes = sharedBytes;
    rates.macsPerClock = macsPerClock;

    SmallVector<nvfp4::ScaledMatmulOp> products;
    getOperation().walk(
        [&](nvfp4::ScaledMatmulOp op) { products.push_back(op); });
    if (products.empty())
      return;
    gpu::GPUModuleOp kernels = KernelModule(getOperation()).getModule();
    IRRewriter rewriter(&getContext());
    for (nvfp4::ScaledMatmulOp op : products) {
      GemmProblem problem = getProblem(op);
      GemmConfig config =
          chooseConfig(problem, rates, ctaGroup, tileColumns, swap);
      if (reportCost)
        op.emitRemark(describe(problem, config, rates));
      if (failed(lowerScaledMatmul(rewriter, op, kernels, config,
                                   rates.resources)))
        return signalPassFailure();
    }
  }

  GemmRates rates;
};

} // namespace

std::unique_ptr<Pass>
quartet::createConvertNVFP4MatmulToTCGen05(const GemmRates &rates) {
  return std::make_unique<ConvertNVFP4MatmulToTCGen05Pass>(rates);
}
