//===- Jit.cpp - Run functions on buffers in tests ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Jit.h"

#include "quartet/Conversion/NVFP4ToLoops/NVFP4ToLoops.h"
#include "quartet/Dialect/NVFP4/IR/NVFP4.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace mlir;
using namespace quartet;
using namespace quartet::test;

//===----------------------------------------------------------------------===//
// Buffer
//===----------------------------------------------------------------------===//

static int64_t getNumElements(const std::vector<int64_t> &shape) {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

Buffer::Buffer(std::vector<int64_t> shape, int64_t elementBytes)
    : bytes(size_t(getNumElements(shape) * elementBytes + 2 * kGuard), 0xA5),
      shape(std::move(shape)) {}

bool Buffer::guardsIntact() const {
  auto isGuard = [](uint8_t byte) { return byte == 0xA5; };
  return std::all_of(bytes.begin(), bytes.begin() + kGuard, isGuard) &&
         std::all_of(bytes.end() - kGuard, bytes.end(), isGuard);
}

std::vector<int64_t> Buffer::descriptor() {
  int64_t pointer = int64_t(reinterpret_cast<intptr_t>(data()));
  std::vector<int64_t> words = {pointer, pointer, 0};
  words.insert(words.end(), shape.begin(), shape.end());
  std::vector<int64_t> strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;)
    strides[i - 1] = strides[i] * shape[i];
  words.insert(words.end(), strides.begin(), strides.end());
  return words;
}

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

namespace {

/// Parallel loops to sequential ones, and stack buffers to the start of the
/// function, where they are allocated once.
struct Serialize : public PassWrapper<Serialize, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Serialize)

  explicit Serialize(bool reversed) : reversed(reversed) {}

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<scf::ParallelOp> loops;
    getOperation().walk([&](scf::ParallelOp op) { loops.push_back(op); });
    for (scf::ParallelOp op : loops)
      serialize(rewriter, op);
    Block &entry = getOperation().getBody().front();
    getOperation().walk(
        [&](memref::AllocaOp op) { op->moveBefore(&entry, entry.begin()); });
  }

  void serialize(IRRewriter &rewriter, scf::ParallelOp op) {
    Location loc = op.getLoc();
    rewriter.setInsertionPoint(op);
    SmallVector<Value> ivs;
    for (auto [from, to, step] :
         llvm::zip(op.getLowerBound(), op.getUpperBound(), op.getStep())) {
      auto loop = scf::ForOp::create(rewriter, loc, from, to, step);
      rewriter.setInsertionPoint(loop.getBody()->getTerminator());
      Value iv = loop.getInductionVar();
      if (reversed) {
        // from + step * (ceil((to - from) / step) - 1) - (iv - from)
        Value span = arith::SubIOp::create(rewriter, loc, to, from);
        Value count = arith::CeilDivUIOp::create(rewriter, loc, span, step);
        Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
        Value last = arith::SubIOp::create(rewriter, loc, count, one);
        Value most = arith::MulIOp::create(rewriter, loc, last, step);
        Value gone = arith::SubIOp::create(rewriter, loc, iv, from);
        Value left = arith::SubIOp::create(rewriter, loc, most, gone);
        iv = arith::AddIOp::create(rewriter, loc, from, left);
      }
      ivs.push_back(iv);
    }
    rewriter.eraseOp(op.getBody()->getTerminator());
    rewriter.inlineBlockBefore(op.getBody(), rewriter.getInsertionBlock(),
                               rewriter.getInsertionPoint(), ivs);
    rewriter.eraseOp(op);
  }

  bool reversed;
};

} // namespace

static void buildPipeline(PassManager &pm, const Jit::Options &options) {
  ConvertNVFP4ToLoopsOptions loops;
  loops.vectorBytes = options.vectorBytes;
  pm.addPass(createConvertNVFP4ToLoops(loops));
  pm.addNestedPass<func::FuncOp>(std::make_unique<Serialize>(options.reversed));
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  arith::ArithExpandOpsPassOptions expand;
  expand.includeBf16 = true;
  pm.addPass(arith::createArithExpandOpsPass(expand));
  pm.addPass(createConvertVectorToLLVMPass());
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createConvertToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
}

static DialectRegistry makeRegistry() {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);
  registry.insert<nvfp4::NVFP4Dialect>();
  return registry;
}

Jit::Jit(const std::string &source, const Options &options)
    : context(makeRegistry(), MLIRContext::Threading::DISABLED) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  module = parseSourceString<ModuleOp>(source, &context);
  if (!module) {
    ADD_FAILURE() << "cannot parse\n" << source;
    return;
  }
  module->walk([&](func::FuncOp f) {
    f->setAttr("llvm.emit_c_interface", UnitAttr::get(&context));
  });
  PassManager pm(&context);
  buildPipeline(pm, options);
  if (failed(pm.run(*module))) {
    ADD_FAILURE() << "cannot lower\n" << source;
    return;
  }
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder) {
    ADD_FAILURE() << llvm::toString(builder.takeError());
    return;
  }
  auto machine = builder->createTargetMachine();
  if (!machine) {
    ADD_FAILURE() << llvm::toString(machine.takeError());
    return;
  }
  ExecutionEngineOptions engineOptions;
  auto optimize =
      makeOptimizingTransformer(options.optLevel, 0, machine->get());
  engineOptions.transformer = optimize;
  engineOptions.jitCodeGenOptLevel =
      static_cast<llvm::CodeGenOptLevel>(options.optLevel);
  auto created =
      ExecutionEngine::create(*module, engineOptions, std::move(*machine));
  if (!created) {
    ADD_FAILURE() << llvm::toString(created.takeError());
    return;
  }
  engine = std::move(*created);
}

void Jit::run(const std::string &function, std::vector<Buffer *> arguments) {
  ASSERT_TRUE(isValid());
  std::vector<std::vector<int64_t>> descriptors;
  for (Buffer *buffer : arguments)
    descriptors.push_back(buffer->descriptor());
  std::vector<void *> pointers, packed;
  for (std::vector<int64_t> &descriptor : descriptors)
    pointers.push_back(descriptor.data());
  for (void *&pointer : pointers)
    packed.push_back(&pointer);
  llvm::Error error = engine->invokePacked("_mlir_ciface_" + function, packed);
  if (error)
    FAIL() << llvm::toString(std::move(error));
  for (Buffer *buffer : arguments)
    EXPECT_TRUE(buffer->guardsIntact()) << function << " wrote out of bounds";
}

std::string test::format(std::string text,
                         const std::vector<std::string> &values) {
  for (size_t i = 0; i < values.size(); ++i) {
    std::string key = "$" + std::to_string(i);
    for (size_t at = 0; (at = text.find(key, at)) != std::string::npos;
         at += values[i].size())
      text.replace(at, key.size(), values[i]);
  }
  return text;
}
