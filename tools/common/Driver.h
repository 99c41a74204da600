//===- Driver.h - What the command line tools share -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options that quartet-compile and quartet-run have in common, reading of
// programs, the stages, and messages: one line each, with a location, and exit
// code 1 after an error.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_TOOLS_COMMON_DRIVER_H
#define QUARTET_TOOLS_COMMON_DRIVER_H

#include "Progress.h"
#include "quartet/Pipelines/Pipelines.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Support/Timing.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"

#include <string>

namespace quartet::tools {

/// Removes the options that LLVM's libraries register when they are loaded, of
/// which some have the names of ours. Call before constructing options.
void forgetLibraryOptions();

/// Registers options and reads the command line. Shows only `category` in
/// `--help`, followed by the recipes and targets there are. Exits with code 1
/// on an unknown option.
void parseCommandLine(int argc, char **argv, llvm::cl::OptionCategory &category,
                      const char *overview);

/// The program's name, as messages begin with it.
llvm::StringRef getToolName();

/// Prints "<tool>: error: <message>" and returns 1, the exit code.
int fail(const llvm::Twine &message);

/// The same with the error's message on one line.
int fail(llvm::Error error);

/// A context with all dialects and translations that any stage needs, whose
/// diagnostics appear on standard error as "<location>: <severity>: <message>".
class Session {
public:
  /// Without `remarks` only errors and warnings are printed.
  explicit Session(bool remarks);

  mlir::MLIRContext &getContext() { return context; }

  /// From now on prints a line for everything that begins.
  void showProgress() { progress = true; }

  /// Begins something that `--mlir-timing` lists as `stage` until the scope
  /// ends.
  mlir::TimingScope begin(llvm::StringRef stage, llvm::StringRef what);

  /// Reads a module from `path`, text or bytecode, "-" being standard input.
  /// Operations of dialects that are not registered are errors. Null after an
  /// error, which has been printed.
  mlir::OwningOpRef<mlir::ModuleOp> load(llvm::StringRef path);

  /// Runs the passes that `build` adds, which `--mlir-timing` lists below
  /// `stage`. MLIR's other pass options (printing, reproducers) apply, too.
  /// False after an error, which has been printed.
  bool run(mlir::ModuleOp module, llvm::StringRef stage,
           llvm::function_ref<void(mlir::OpPassManager &)> build);

  /// Errors printed so far.
  unsigned getNumErrors() const { return errors; }

private:
  mlir::LogicalResult print(mlir::Diagnostic &diagnostic);

  bool remarks;
  bool progress = false;
  Clock::time_point start = Clock::now();
  unsigned errors = 0;
  // The report is printed when the manager goes, after the scope.
  mlir::DefaultTimingManager timing;
  mlir::TimingScope total;
  mlir::MLIRContext context;
  mlir::ScopedDiagnosticHandler handler;
};

/// The target called `name`; after printing the legal names, null.
const Target *findTargetOrReport(llvm::StringRef name);

/// True if there is a recipe called `name`; otherwise the legal names have been
/// printed.
bool checkRecipe(llvm::StringRef name);

/// Raise and fuse `module`, have `target` verify it, and lower it. False after
/// an error, which has been printed.
bool compile(Session &session, mlir::ModuleOp module, const RaiseOptions &raise,
             const FuseOptions &fuse, const Target &target,
             const TargetOptions &options);

} // namespace quartet::tools

#endif // QUARTET_TOOLS_COMMON_DRIVER_H
