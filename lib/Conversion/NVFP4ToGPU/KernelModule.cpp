//===- KernelModule.cpp - The kernels of a module -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quartet/Conversion/NVFP4ToGPU/KernelModule.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace quartet;

/// The name that every launch refers to.
static constexpr llvm::StringLiteral kModuleName = "kernels";

gpu::GPUModuleOp KernelModule::getModule() {
  if (auto found = module.lookupSymbol<gpu::GPUModuleOp>(kModuleName))
    return found;
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                  builder.getUnitAttr());
  return gpu::GPUModuleOp::create(builder, module.getLoc(), kModuleName);
}

/// `name`, or the first of name_1, name_2, ... that is free.
static std::string getFreeName(gpu::GPUModuleOp module, StringRef name) {
  std::string free = name.str();
  for (unsigned i = 1; module.lookupSymbol(free); ++i)
    free = (name + "_" + Twine(i)).str();
  return free;
}

gpu::GPUFuncOp KernelModule::getOrCreate(Location loc,
                                         const KernelConfig &config,
                                         TypeRange types, Body body) {
  std::string key = config.name + "|" + config.key;
  llvm::raw_string_ostream os(key);
  for (Type type : types)
    os << "|" << type;
  gpu::GPUFuncOp &kernel = kernels[key];
  if (kernel)
    return kernel;

  gpu::GPUModuleOp parent = getModule();
  OpBuilder builder = OpBuilder::atBlockEnd(parent.getBody());
  SmallVector<Type> shared(config.shared.begin(), config.shared.end());
  kernel =
      gpu::GPUFuncOp::create(builder, loc, getFreeName(parent, config.name),
                             builder.getFunctionType(types, {}), shared);
  kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                  builder.getUnitAttr());
  kernel.setKnownBlockSizeAttr(
      builder.getDenseI32ArrayAttr({int32_t(config.threads), 1, 1}));
  for (unsigned i = 0; i < shared.size(); ++i)
    kernel.setWorkgroupAttributionAttr(i, "llvm.align",
                                       builder.getI64IntegerAttr(16));
  Block &entry = kernel.getBody().front();
  builder.setInsertionPointToEnd(&entry);
  auto end = gpu::ReturnOp::create(builder, loc);
  builder.setInsertionPoint(end);
  ValueRange arguments = entry.getArguments();
  body(builder, arguments.take_front(types.size()),
       arguments.drop_front(types.size()));
  return kernel;
}

void KernelModule::launch(OpBuilder &builder, Location loc,
                          const KernelConfig &config, ValueRange operands,
                          Value blocks, Body body) {
  gpu::GPUFuncOp kernel = getOrCreate(loc, config, operands.getTypes(), body);
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value one = index(1);
  // A grid without blocks is illegal.
  APInt count;
  if (!matchPattern(blocks, m_ConstantInt(&count)))
    blocks = arith::MaxUIOp::create(builder, loc, blocks, one);
  else if (count.isZero())
    blocks = one;
  gpu::LaunchFuncOp::create(builder, loc, kernel,
                            gpu::KernelDim3{blocks, one, one},
                            gpu::KernelDim3{index(config.threads), one, one},
                            /*dynamicSharedMemorySize=*/Value(), operands);
}
