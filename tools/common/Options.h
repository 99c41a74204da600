//===- Options.h - Options of every tool that compiles ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What quartet-compile and quartet-run ask about a program, and their `main`.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_TOOLS_COMMON_OPTIONS_H
#define QUARTET_TOOLS_COMMON_OPTIONS_H

#include "Driver.h"

#include "llvm/Support/InitLLVM.h"

namespace quartet::tools {

/// The options that decide what a program becomes.
struct CompileOptions {
  /// Registers them in `category`. `target` and `cpu` describe what the tool
  /// takes for those options.
  CompileOptions(llvm::cl::OptionCategory &category, const char *target,
                 const char *cpu);

  llvm::cl::opt<std::string> target;
  llvm::cl::opt<std::string> recipe;
  llvm::cl::opt<bool> assumeWeights;
  llvm::cl::opt<bool> splitWeights;
  llvm::cl::opt<bool> noFusion;
  llvm::cl::opt<std::string> cpu;

  RaiseOptions getRaise() const;
  FuseOptions getFuse() const;
  TargetOptions getTarget() const;
};

/// The `main` of a tool: reads the command line into `Options`, which has a
/// member `category` and is constructed for this, and returns what `run` does.
template <typename Options>
int runTool(int argc, char **argv, const char *overview,
            int (*run)(const Options &)) {
  llvm::InitLLVM init(argc, argv);
  forgetLibraryOptions();
  Options options;
  parseCommandLine(argc, argv, options.category, overview);
  return run(options);
}

} // namespace quartet::tools

#endif // QUARTET_TOOLS_COMMON_OPTIONS_H
