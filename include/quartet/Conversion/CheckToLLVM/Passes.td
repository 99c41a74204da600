//===- Passes.td - From expectations to llvm ---------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_CONVERSION_CHECKTOLLVM_PASSES_TD
#define QUARTET_CONVERSION_CHECKTOLLVM_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertCheckToLLVM
    : Pass<"convert-check-to-llvm", "::mlir::ModuleOp"> {
  let summary = "lower expectations on memrefs to calls";
  let description = [{
    Rewrites each expectation on memrefs to a call of the run-time function
    that compares and reports (quartet/Runtime/Check.h).
    Operands pass through `builtin.unrealized_conversion_cast`, which the
    lowering of memref resolves. Expectations that still have tensor operands
    are an error.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // QUARTET_CONVERSION_CHECKTOLLVM_PASSES_TD
