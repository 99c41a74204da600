//===- VerifyLowered.cpp - Report what was not lowered --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input: the end of the pipeline. Turns operations that translation to LLVM IR
// does not know, and what would come out as a call of another function than is
// meant, into located errors.
//
//===----------------------------------------------------------------------===//

#include "quartet/Target/Host/Passes.h"
#include "quartet/Target/Signature.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringSet.h"

namespace quartet {
#define GEN_PASS_DEF_HOSTVERIFYLOWERED
#include "quartet/Target/Host/Passes.h.inc"
} // namespace quartet

using namespace mlir;
using namespace quartet;

/// Whether a scalar or vector of `type` is a float that takes a run-time
/// library of the compiler, which programs do without.
static bool isSoftFloat(Type type) {
  Type element = getElementTypeOrSelf(type);
  return isa<FloatType>(element) && !element.isF16() && !element.isBF16() &&
         !element.isF32() && !element.isF64();
}

/// The same for integers and the operations that are not a few instructions.
static bool isSoftInteger(Operation *op, Type type) {
  auto integer = dyn_cast<IntegerType>(getElementTypeOrSelf(type));
  return integer && integer.getWidth() > 64 &&
         isa<LLVM::SDivOp, LLVM::UDivOp, LLVM::SRemOp, LLVM::URemOp,
             LLVM::SIToFPOp, LLVM::UIToFPOp, LLVM::FPToSIOp, LLVM::FPToUIOp>(
             op);
}

/// Checks what LLVM would find out without knowing the place, or not at all.
static LogicalResult verify(Operation *op, const llvm::StringSet<> &entries) {
  if (isa<LLVM::InlineAsmOp>(op))
    return op->emitError() << "expects operations that the host can lower, but "
                              "got inline assembly";
  auto call = dyn_cast<LLVM::CallOp>(op);
  if (call && call.getCallee() && entries.contains(*call.getCallee()))
    return op->emitError() << "expects no entry called '" << *call.getCallee()
                           << "', because the program calls a function of "
                              "that name";
  auto verifyType = [&](Type type) -> LogicalResult {
    if (isSoftFloat(type))
      return op->emitError()
             << "expects floats of type f16, bf16, f32 or f64, but got "
             << type;
    if (isSoftInteger(op, type))
      return op->emitError()
             << "expects integers of at most 64 bits here, but got " << type;
    return success();
  };
  for (Type type : op->getOperandTypes())
    if (failed(verifyType(type)))
      return failure();
  for (Type type : op->getResultTypes())
    if (failed(verifyType(type)))
      return failure();
  return success();
}

namespace {

struct VerifyLowered : quartet::impl::HostVerifyLoweredBase<VerifyLowered> {
  void runOnOperation() override {
    // A cast that is left over only says that something else is.
    Operation *cause = nullptr;
    getOperation().walk([&](Operation *op) {
      if (isa<ModuleOp>(op) ||
          isa_and_nonnull<LLVM::LLVMDialect, omp::OpenMPDialect>(
              op->getDialect()))
        return WalkResult::advance();
      if (!cause || isa<UnrealizedConversionCastOp>(cause))
        cause = op;
      return isa<UnrealizedConversionCastOp>(cause) ? WalkResult::advance()
                                                    : WalkResult::interrupt();
    });
    if (!cause)
      return verifyAll();
    InFlightDiagnostic diag = cause->emitError();
    if (isa<UnrealizedConversionCastOp>(cause))
      diag << "expects types that the host can hold, but got "
           << cause->getOperandTypes();
    else
      diag << "expects operations that the host can lower, but got '"
           << cause->getName() << "'";
    signalPassFailure();
  }

private:
  void verifyAll() {
    std::optional<std::vector<Signature>> signatures =
        getSignatures(getOperation());
    if (!signatures)
      return signalPassFailure();
    llvm::StringSet<> entries;
    for (const Signature &signature : *signatures)
      entries.insert(signature.entry);
    WalkResult result = getOperation().walk([&](Operation *op) {
      return failed(verify(op, entries)) ? WalkResult::interrupt()
                                         : WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace
