//===- VerifyEntries.cpp - Check bufferized entries -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input: bufferized entries. Output: the same without results. Catches whatever
// would write into a caller's read-only buffer, and f4 buffers, in which
// upstream's element and vector accesses disagree about the layout.
//
//===----------------------------------------------------------------------===//

#include "Entry.h"
#include "quartet/Target/Common/Passes.h"

#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace quartet {
#define GEN_PASS_DEF_QUARTETVERIFYENTRIES
#include "quartet/Target/Common/Passes.h.inc"
} // namespace quartet

using namespace mlir;
using namespace quartet;

namespace {

/// Returns from `entry` nothing but the status: a result bound to an argument
/// is copied there unless bufferization put it there already.
LogicalResult dropResults(func::FuncOp entry, const Signature &signature) {
  auto returnOp = cast<func::ReturnOp>(entry.getBody().front().getTerminator());
  SmallVector<int64_t> bound;
  for (const TensorSpec &result : signature.results)
    if (result.inout >= 0)
      bound.push_back(result.inout);
  if (bound.size() != returnOp.getNumOperands())
    return entry.emitError() << "expects " << bound.size()
                             << " results bound to arguments, but got "
                             << returnOp.getNumOperands();
  OpBuilder builder(returnOp);
  for (auto [value, arg] : llvm::zip(returnOp.getOperands(), bound)) {
    if (!isa<MemRefType>(value.getType()))
      return entry.emitError()
             << "expects buffers, but got a value of type " << value.getType();
    Value source = value;
    while (auto cast = source.getDefiningOp<memref::CastOp>())
      source = cast.getSource();
    if (source != entry.getArgument(arg))
      memref::CopyOp::create(builder, returnOp.getLoc(), value,
                             entry.getArgument(arg));
  }
  func::ReturnOp::create(builder, returnOp.getLoc());
  returnOp.erase();
  entry.setType(builder.getFunctionType(entry.getArgumentTypes(), {}));
  entry.removeResAttrsAttr();
  return success();
}

LogicalResult verifyReadOnly(func::FuncOp entry, const Signature &signature) {
  BufferViewFlowAnalysis aliases(entry);
  for (auto [index, spec] : llvm::enumerate(signature.args)) {
    BlockArgument arg = entry.getArgument(index);
    if (spec.inout >= 0 || spec.isWritten || !isa<MemRefType>(arg.getType()))
      continue;
    for (Value alias : aliases.resolve(arg)) {
      for (Operation *user : alias.getUsers()) {
        auto effects = dyn_cast<MemoryEffectOpInterface>(user);
        if (!effects)
          continue;
        SmallVector<MemoryEffects::EffectInstance> instances;
        effects.getEffectsOnValue(alias, instances);
        for (const MemoryEffects::EffectInstance &instance : instances)
          if (isa<MemoryEffects::Write, MemoryEffects::Free>(
                  instance.getEffect()))
            return user->emitError()
                   << "expects argument '" << spec.name << "' of '"
                   << entry.getName() << "' to be marked '" << kInoutAttr
                   << "', but got a write into a read-only argument";
      }
    }
  }
  return success();
}

/// f4 buffers have no defined layout.
LogicalResult verifyElements(func::FuncOp entry) {
  WalkResult result = entry.walk([](Operation *op) {
    for (Type type : op->getResultTypes()) {
      auto memref = dyn_cast<MemRefType>(type);
      if (!memref || !isa<Float4E2M1FNType>(memref.getElementType()))
        continue;
      op->emitError() << "expects buffers of i8 with two f4E2M1FN codes per "
                         "byte, but got "
                      << type;
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

struct VerifyEntries : quartet::impl::QuartetVerifyEntriesBase<VerifyEntries> {
  void runOnOperation() override {
    std::optional<std::vector<Signature>> signatures =
        getSignatures(getOperation());
    if (!signatures)
      return signalPassFailure();
    for (auto [entry, signature] :
         llvm::zip(getEntries(getOperation()), *signatures))
      if (failed(dropResults(entry, signature)) ||
          failed(verifyReadOnly(entry, signature)) ||
          failed(verifyElements(entry)))
        return signalPassFailure();
  }
};

} // namespace
