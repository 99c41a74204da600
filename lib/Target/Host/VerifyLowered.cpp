//===- VerifyLowered.cpp - Report what was not lowered --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input: the end of the pipeline. Turns operations that translation to LLVM IR
// does not know into located errors.
//
//===----------------------------------------------------------------------===//

#include "quartet/Target/Host/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace quartet {
#define GEN_PASS_DEF_HOSTVERIFYLOWERED
#include "quartet/Target/Host/Passes.h.inc"
} // namespace quartet

using namespace mlir;

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
      return;
    InFlightDiagnostic diag = cause->emitError();
    if (isa<UnrealizedConversionCastOp>(cause))
      diag << "expects types that the host can hold, but got "
           << cause->getOperandTypes();
    else
      diag << "expects operations that the host can lower, but got '"
           << cause->getName() << "'";
    signalPassFailure();
  }
};

} // namespace
