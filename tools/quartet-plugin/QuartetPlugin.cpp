//===- QuartetPlugin.cpp - Quartet inside stock mlir-opt ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One shared object that mlir-opt loads as a dialect and as a pass plugin:
//
//   mlir-opt --load-dialect-plugin=QuartetPlugin.so
//            --load-pass-plugin=QuartetPlugin.so
//            --pass-pipeline='builtin.module(...)'
//
// MLIR's C++ interface is not stable, so the plugin refuses to load into any
// LLVM but the release it was built against.
//
//===----------------------------------------------------------------------===//

#include "quartet/InitAll.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm-c/Core.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/raw_ostream.h"

/// The plugin API version, or 0, which no loader accepts, if the process runs
/// another LLVM than the one this object was compiled for.
static uint32_t acceptedApiVersion(uint32_t apiVersion) {
  unsigned major = 0, minor = 0, patch = 0;
  LLVMGetVersion(&major, &minor, &patch);
  if (major == LLVM_VERSION_MAJOR && minor == LLVM_VERSION_MINOR &&
      patch == LLVM_VERSION_PATCH)
    return apiVersion;
  llvm::errs() << "error: the Quartet plugin was built for LLVM "
               << LLVM_VERSION_STRING << ", but this process runs LLVM "
               << major << '.' << minor << '.' << patch << '\n';
  return 0;
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {acceptedApiVersion(MLIR_PLUGIN_API_VERSION), "Quartet",
          LLVM_VERSION_STRING, [](mlir::DialectRegistry *registry) {
            quartet::registerAllDialects(*registry);
          }};
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {acceptedApiVersion(MLIR_PLUGIN_API_VERSION), "Quartet",
          LLVM_VERSION_STRING, quartet::registerAllPasses};
}
