//===- Outline.cpp - Kernels from operations of the host ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A number that is read from a buffer is read by the kernel, because only the
// GPU can; nothing may write the buffer between the read and the kernel.
//
//===----------------------------------------------------------------------===//

#include "Outline.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::device;

//===----------------------------------------------------------------------===//
// KernelPool
//===----------------------------------------------------------------------===//

constexpr StringLiteral kModuleName = "kernels";

static gpu::GPUModuleOp getKernelModule(ModuleOp module) {
  if (auto kernels = module.lookupSymbol<gpu::GPUModuleOp>(kModuleName))
    return kernels;
  OpBuilder builder(module.getContext());
  builder.setInsertionPointToEnd(module.getBody());
  module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                  builder.getUnitAttr());
  return gpu::GPUModuleOp::create(builder, module.getLoc(), kModuleName);
}

gpu::GPUFuncOp KernelPool::insert(gpu::GPUFuncOp kernel, StringRef name) {
  std::string text;
  llvm::raw_string_ostream os(text);
  kernel->print(os, OpPrintingFlags().useLocalScope());
  gpu::GPUFuncOp &known = byText[text];
  if (known) {
    kernel->erase();
    return known;
  }
  gpu::GPUModuleOp kernels = getKernelModule(module);
  std::string unique = name.str();
  for (unsigned i = 1; SymbolTable::lookupSymbolIn(kernels, unique); ++i)
    unique = (name + "_" + Twine(i)).str();
  kernel.setName(unique);
  kernels.getBody()->push_back(kernel);
  return known = kernel;
}

//===----------------------------------------------------------------------===//
// Outliner
//===----------------------------------------------------------------------===//

Outliner::Outliner(Operation *anchor)
    : anchor(anchor), builder(anchor->getContext()) {
  kernel = gpu::GPUFuncOp::create(builder, anchor->getLoc(), "kernel",
                                  builder.getFunctionType({}, {}));
  kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                  builder.getUnitAttr());
  kernel.setKnownBlockSizeAttr(builder.getDenseI32ArrayAttr(
      {static_cast<int32_t>(kBlockThreads), 1, 1}));
  builder.setInsertionPointToStart(&kernel.getBody().front());
}

Outliner::~Outliner() {
  if (kernel)
    kernel->erase();
}

/// The operation that makes `buffer` a view of another, or null.
static Operation *getView(Value buffer) {
  Operation *op = buffer.getDefiningOp();
  if (!op || op->getNumRegions() != 0 || op->getNumOperands() == 0 ||
      !isMemoryEffectFree(op) || !isa<MemRefType>(op->getOperand(0).getType()))
    return nullptr;
  return op;
}

/// The buffer that `buffer` is a part of.
static Value getRoot(Value buffer) {
  while (Operation *view = getView(buffer))
    buffer = view->getOperand(0);
  return buffer;
}

/// Whether nothing between `load` and `anchor` writes the buffer that `load`
/// reads. Buffers with different roots do not overlap.
static bool isUnchanged(memref::LoadOp load, Operation *anchor) {
  if (load->getBlock() != anchor->getBlock())
    return false;
  Value root = getRoot(load.getMemRef());
  for (Operation *op = load->getNextNode(); op != anchor;
       op = op->getNextNode()) {
    if (!op)
      return false;
    if (auto launch = dyn_cast<gpu::LaunchFuncOp>(op)) {
      if (llvm::any_of(launch.getKernelOperands(),
                       [&](Value operand) { return getRoot(operand) == root; }))
        return false;
      continue;
    }
    auto effects = dyn_cast<MemoryEffectOpInterface>(op);
    if (!effects) {
      if (!isMemoryEffectFree(op))
        return false;
      continue;
    }
    SmallVector<MemoryEffects::EffectInstance> instances;
    effects.getEffects(instances);
    for (const MemoryEffects::EffectInstance &effect : instances)
      if (isa<MemoryEffects::Write>(effect.getEffect()) &&
          (!effect.getValue() || getRoot(effect.getValue()) == root))
        return false;
  }
  return true;
}

/// Whether `value` depends on the content of a buffer.
static bool isLoaded(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || isa<MemRefType>(value.getType()))
    return false;
  return isa<memref::LoadOp>(op) || llvm::any_of(op->getOperands(), isLoaded);
}

static bool isArgumentType(Type type) {
  return type.isIndex() || type.isInteger(32) || type.isInteger(64) ||
         type.isF32();
}

Value Outliner::importScalar(Value value) {
  Operation *op = value.getDefiningOp();
  bool isConstant = op && op->hasTrait<OpTrait::ConstantLike>();
  if (!isConstant && isArgumentType(value.getType()) && !isLoaded(value)) {
    operands.push_back(value);
    return kernel.getBody().addArgument(value.getType(), value.getLoc());
  }
  if (!op || op->getNumRegions() != 0) {
    anchor->emitError() << "expects numbers of type index, i32, i64 or f32 as "
                           "operands of kernels, but got "
                        << value.getType();
    return {};
  }
  auto load = dyn_cast<memref::LoadOp>(op);
  if (load ? !isUnchanged(load, anchor) : !isMemoryEffectFree(op)) {
    anchor->emitError() << "expects operands that the kernel can compute, but "
                           "got the result of '"
                        << op->getName() << "'";
    return {};
  }
  IRMapping mapping;
  for (Value operand : op->getOperands()) {
    Value inside = import(operand);
    if (!inside)
      return {};
    mapping.map(operand, inside);
  }
  Operation *clone = builder.clone(*op, mapping);
  return clone->getResult(cast<OpResult>(value).getResultNumber());
}

Value Outliner::import(Value value) {
  if (Value known = imported.lookupOrNull(value))
    return known;
  Value inside;
  auto memref = dyn_cast<MemRefType>(value.getType());
  if (!memref) {
    inside = importScalar(value);
  } else if (memref.getLayout().isIdentity() && !memref.getMemorySpace()) {
    operands.push_back(value);
    inside = kernel.getBody().addArgument(memref, value.getLoc());
  } else {
    Operation *view = getView(value);
    if (!view) {
      anchor->emitError() << "expects contiguous row-major buffers or views of "
                             "them, but got "
                          << memref;
      return {};
    }
    IRMapping mapping;
    for (Value operand : view->getOperands()) {
      Value operandInside = import(operand);
      if (!operandInside)
        return {};
      mapping.map(operand, operandInside);
    }
    inside = builder.clone(*view, mapping)->getResult(0);
  }
  if (inside)
    imported.map(value, inside);
  return inside;
}

LogicalResult Outliner::importCaptures(Operation *op, IRMapping &mapping) {
  llvm::SetVector<Value> captures;
  getUsedValuesDefinedAbove(op->getRegions(), captures);
  for (Value value : captures) {
    Value inside = import(value);
    if (!inside)
      return failure();
    mapping.map(value, inside);
  }
  return success();
}

void Outliner::launch(KernelPool &pool, StringRef name, Value blocks) {
  Block &body = kernel.getBody().front();
  builder.setInsertionPointToEnd(&body);
  gpu::ReturnOp::create(builder, anchor->getLoc());
  kernel.setFunctionType(
      builder.getFunctionType(body.getArgumentTypes(), TypeRange()));
  gpu::GPUFuncOp shared = pool.insert(kernel, name);
  kernel = nullptr;
  OpBuilder host(anchor);
  Value one = arith::ConstantIndexOp::create(host, anchor->getLoc(), 1);
  Value threads =
      arith::ConstantIndexOp::create(host, anchor->getLoc(), kBlockThreads);
  gpu::LaunchFuncOp::create(host, anchor->getLoc(), shared,
                            gpu::KernelDim3{blocks, one, one},
                            gpu::KernelDim3{threads, one, one},
                            /*dynamicSharedMemorySize=*/Value(), operands);
}
