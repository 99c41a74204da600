//===- quartet-lsp-server.cpp - Language server for editors ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-lsp-server that knows Quartet's dialects: errors while typing, hover
// with documentation of types and operations, and jumps to definitions.
//
//===----------------------------------------------------------------------===//

#include "quartet/InitAll.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/LogicalResult.h"

int main(int argc, char **argv) {
  // LLVM's libraries have options of their own, hundreds of them, which are
  // there before the server's.
  for (auto &[name, option] : llvm::cl::getRegisteredOptions())
    if (name != "help" && name != "help-list" && name != "version")
      option->setHiddenFlag(llvm::cl::Hidden);
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  quartet::registerAllDialects(registry);
  return llvm::failed(mlir::MlirLspServerMain(argc, argv, registry)) ? 1 : 0;
}
