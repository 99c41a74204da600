//===- TestProgram.h - Compile MLIR text and run it -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the tests of the host target share.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_UNITTESTS_TARGET_HOST_TESTPROGRAM_H
#define QUARTET_UNITTESTS_TARGET_HOST_TESTPROGRAM_H

#include "quartet/InitAll.h"
#include "quartet/Pipelines/Pipelines.h"
#include "quartet/Target/Common/Passes.h"
#include "quartet/Target/Host/Jit.h"
#include "quartet/Target/Target.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include <memory>
#include <string>

namespace quartet::test {

/// A context with everything, and the diagnostics it has seen.
class Compiler {
public:
  Compiler() {
    mlir::DialectRegistry registry;
    registerAllDialects(registry);
    findTarget("host")->registerDialects(registry);
    context = std::make_unique<mlir::MLIRContext>(
        registry, mlir::MLIRContext::Threading::DISABLED);
    context->getDiagEngine().registerHandler([this](mlir::Diagnostic &diag) {
      messages += diag.str() + "\n";
      return mlir::success();
    });
  }

  /// The module lowered to llvm, or null.
  mlir::OwningOpRef<mlir::ModuleOp> lower(llvm::StringRef source) {
    auto module =
        mlir::parseSourceString<mlir::ModuleOp>(source, context.get());
    if (!module)
      return module;
    mlir::PassManager pm(context.get());
    pm.addNestedPass<mlir::func::FuncOp>(createQuartetInsertSizeChecks());
    buildFusePipeline(pm, {});
    findTarget("host")->buildLowerPipeline(pm, {});
    if (mlir::failed(pm.run(*module)))
      return {};
    return module;
  }

  /// The program, or null.
  std::unique_ptr<HostProgram> compile(llvm::StringRef source,
                                       TargetOptions options = {}) {
    auto module = lower(source);
    if (!module)
      return nullptr;
    auto program = HostProgram::create(*module, options);
    if (program)
      return std::move(*program);
    messages += llvm::toString(program.takeError()) + "\n";
    return nullptr;
  }

  std::unique_ptr<mlir::MLIRContext> context;
  std::string messages;
};

} // namespace quartet::test

#endif // QUARTET_UNITTESTS_TARGET_HOST_TESTPROGRAM_H
