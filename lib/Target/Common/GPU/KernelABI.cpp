//===- KernelABI.cpp - How kernels are called -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input: kernels and launches on memrefs. Output: kernels on bare pointers, and
// calls of the run-time library (LaunchCall.cpp). Both halves read an
// argument's type in the same way: that is the ABI.
//
//===----------------------------------------------------------------------===//

#include "../BufferDescriptor.h"
#include "../Entry.h"
#include "ByValue.h"
#include "LaunchCall.h"
#include "quartet/Dialect/TCGen05/IR/TCGen05.h"
#include "quartet/Target/Common/GPU/Passes.h"

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace quartet {
#define GEN_PASS_DEF_QUARTETKERNELABI
#include "quartet/Target/Common/GPU/Passes.h.inc"
} // namespace quartet

using namespace mlir;
using namespace quartet;

namespace {

/// Gives `kernel` the arguments that the ABI says.
LogicalResult rewriteKernel(gpu::GPUFuncOp kernel,
                            const LLVMTypeConverter &converter) {
  OpBuilder builder(kernel.getContext());
  Block &body = kernel.getBody().front();
  builder.setInsertionPointToStart(&body);
  Location loc = kernel.getLoc();
  Type i64 = builder.getI64Type();
  auto pointer = LLVM::LLVMPointerType::get(kernel.getContext());

  unsigned count = kernel.getFunctionType().getNumInputs();
  SmallVector<Type> types;
  SmallVector<DictionaryAttr> attributes;
  SmallVector<int32_t> byValue;
  // The first new argument for every old one; new ones are inserted behind the
  // old.
  unsigned next = 0;
  for (unsigned i = 0; i < count; ++i) {
    BlockArgument old = body.getArgument(next);
    DictionaryAttr oldAttributes = kernel.getArgAttrDict(i);
    auto add = [&](Type type, DictionaryAttr attrs) -> Value {
      types.push_back(type);
      attributes.push_back(attrs ? attrs : builder.getDictionaryAttr({}));
      return body.insertArgument(next++, type, loc);
    };
    ++next;
    if (auto memref = dyn_cast<MemRefType>(old.getType())) {
      if (!memref.getLayout().isIdentity() || memref.getMemorySpace())
        return kernel.emitError()
               << "expects contiguous row-major buffers in global memory as "
                  "arguments, but got "
               << memref;
      Value base = add(pointer, oldAttributes);
      SmallVector<Value> extents;
      for (size_t i = 0; i < memref.getNumDynamicDims(); ++i)
        extents.push_back(add(i64, {}));
      old.replaceAllUsesWith(
          createBuffer(builder, loc, converter, memref, base, extents));
    } else if (old.getType().isIndex()) {
      Value number = add(i64, oldAttributes);
      old.replaceAllUsesWith(arith::IndexCastOp::create(
          builder, loc, builder.getIndexType(), number));
    } else if (old.getType().isInteger(32) || old.getType().isInteger(64) ||
               old.getType().isF32()) {
      old.replaceAllUsesWith(add(old.getType(), oldAttributes));
    } else if (isa<tcgen05::TensorMapType>(old.getType())) {
      byValue.push_back(types.size());
      Value map = add(pointer, oldAttributes);
      old.replaceAllUsesWith(
          UnrealizedConversionCastOp::create(builder, loc, old.getType(), map)
              .getResult(0));
    } else {
      return kernel.emitError()
             << "expects arguments that are memrefs, tensor maps, index, i32, "
                "i64 or f32, but got "
             << old.getType();
    }
    body.eraseArgument(old.getArgNumber());
    --next;
  }
  kernel.setFunctionType(builder.getFunctionType(types, {}));
  kernel.setAllArgAttrs(attributes);
  if (!byValue.empty())
    kernel->setAttr(device::kByValueAttr,
                    builder.getDenseI32ArrayAttr(byValue));
  return success();
}

struct KernelABI : quartet::impl::QuartetKernelABIBase<KernelABI> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    for (auto function : module.getOps<func::FuncOp>()) {
      if (!device::hasLaunches(function))
        continue;
      if (!function->hasAttr(kSignatureAttr)) {
        function.emitError() << "expects launches in entries, but got some in '"
                             << function.getName() << "'";
        return signalPassFailure();
      }
      if (failed(device::writeLaunchCalls(function)))
        return signalPassFailure();
    }
    module->removeAttr(gpu::GPUDialect::getContainerModuleAttrName());
    LLVMTypeConverter converter(&getContext());
    for (auto kernels : module.getOps<gpu::GPUModuleOp>())
      for (auto kernel : kernels.getOps<gpu::GPUFuncOp>())
        if (kernel.isKernel() && failed(rewriteKernel(kernel, converter)))
          return signalPassFailure();
  }
};

} // namespace
