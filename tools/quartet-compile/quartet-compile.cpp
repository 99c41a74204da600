//===- quartet-compile.cpp - From linalg programs to files ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a module of linalg on tensors by a recipe for a target and writes
// the result, or the program after a stage. Messages go to standard error, one
// line each; the exit code is 0, or 1 after an error, and then no output file
// has been written or replaced. docs/Tools.md is the manual.
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "Report.h"

#include "quartet/Support/AtomicFile.h"

#include "mlir/IR/AsmState.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::tools;

namespace cl = llvm::cl;

namespace {

/// What `--emit` selects: a stage, or a form in which the target emits.
struct EmitChoice {
  const char *name;
  const char *description;
  /// Empty for the stages of the target-independent part.
  std::optional<EmitKind> kind;
};

const EmitChoice kChoices[] = {
    {"nvfp4", "MLIR after raising: the recipe in operations", std::nullopt},
    {"fused",
     "MLIR after the fuse stage: one operation per kernel, codes packed to "
     "bytes",
     std::nullopt},
    {"kernels",
     "MLIR after code generation: loops on buffers, or GPU kernels and "
     "launches",
     std::nullopt},
    {"llvm", "LLVM IR as text (of the kernels, for a GPU)", EmitKind::LLVMIR},
    {"ptx", "PTX", EmitKind::PTX},
    {"cubin", "an assembled GPU program", EmitKind::Cubin},
    {"obj", "an object file", EmitKind::Object},
    {"so", "a shared library", EmitKind::SharedLibrary},
};

struct Options {
  cl::OptionCategory category{"quartet-compile options"};
  cl::opt<std::string> input{cl::Positional, cl::desc("<input.mlir or ->"),
                             cl::Required, cl::cat(category)};
  CompileOptions compile{
      category, "Machine to compile for (default: host)",
      "Processor or chip as LLVM names it; on the host also native (default: "
      "x86-64-v3 on the host, generic elsewhere; a GPU target's name)"};
  cl::opt<std::string> emit{
      "emit",
      cl::desc(
          "What to write: nvfp4, fused, kernels, llvm, ptx, cubin, obj, so "
          "(default: llvm)"),
      cl::value_desc("form"), cl::init("llvm"), cl::cat(category)};
  cl::opt<std::string> output{
      "o", cl::desc("Output file, - for standard output"),
      cl::value_desc("file"), cl::init("-"), cl::cat(category)};
  cl::opt<std::string> ptx{
      "ptx",
      cl::desc("PTX version of a GPU target, such as 8.8 (default: 9.0)"),
      cl::value_desc("version"), cl::cat(category)};
  cl::opt<bool> noRemarks{"no-remarks",
                          cl::desc("Do not print the compiler's decisions"),
                          cl::cat(category)};
  cl::opt<bool> progress{
      "progress",
      cl::desc("Print what is being done, and the seconds since the start, to "
               "standard error"),
      cl::cat(category)};
  cl::opt<bool> report{
      "report",
      cl::desc(
          "Print operations and bytes of every scaled matmul, its predicted "
          "cost where the target has a model, the workspace of every entry, "
          "and the registers and shared memory of every GPU kernel, to "
          "standard error"),
      cl::cat(category)};
};

} // namespace

/// The choice called `name` if `target` has it; otherwise the legal ones have
/// been printed.
static const EmitChoice *findEmit(const Target &target, StringRef name) {
  std::string names;
  for (const EmitChoice &choice : kChoices) {
    if (choice.kind && !llvm::is_contained(target.getEmitKinds(), *choice.kind))
      continue;
    if (name == choice.name)
      return &choice;
    names += (names.empty() ? "" : ", ") + std::string(choice.name);
  }
  fail("expects --emit to be one of " + names + " for target " +
       target.getName() + ", but got '" + name + "'");
  return nullptr;
}

/// Reads a version such as 8.8 as 88. False after an error, which has been
/// printed.
static bool parsePtxVersion(StringRef text, unsigned &version) {
  if (text.empty())
    return true;
  auto [major, minor] = text.split('.');
  unsigned high, low;
  if (!major.getAsInteger(10, high) && !minor.getAsInteger(10, low) &&
      high < 100 && low < 10) {
    version = high * 10 + low;
    return true;
  }
  fail("expects --ptx to be a version such as 8.8, but got '" + text + "'");
  return false;
}

/// Writes `text` to `path` whole or not at all. Exit code.
static int writeText(StringRef text, StringRef path) {
  if (path == "-") {
    llvm::outs() << text;
    llvm::outs().flush();
    return 0;
  }
  AtomicFile file;
  std::string error;
  if (!file.open(path.str(), error) ||
      !file.write(text.data(), text.size(), error) || !file.commit(error))
    return fail("cannot write " + path + ": " + error);
  return 0;
}

static int writeModule(ModuleOp module, StringRef path) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os);
  os << "\n";
  return writeText(text, path);
}

static int run(const Options &options) {
  const CompileOptions &compile = options.compile;
  const Target *target = findTargetOrReport(compile.target);
  if (!target)
    return 1;
  const EmitChoice *emit = findEmit(*target, options.emit);
  if (!emit || !checkRecipe(compile.recipe))
    return 1;
  TargetOptions targetOptions = compile.getTarget();
  if (!parsePtxVersion(options.ptx, targetOptions.ptxVersion))
    return 1;

  Session session(!options.noRemarks);
  if (options.progress)
    session.showProgress();
  OwningOpRef<ModuleOp> module = session.load(options.input);
  if (!module)
    return 1;
  if (!session.run(*module, "raise", [&](OpPassManager &pm) {
        buildRaisePipeline(pm, compile.getRaise());
      }))
    return 1;
  std::string report;
  llvm::raw_string_ostream reportStream(report);
  StringRef stage = emit->name;
  if (stage != "nvfp4" && !session.run(*module, "fuse", [&](OpPassManager &pm) {
        buildFusePipeline(pm, compile.getFuse());
      }))
    return 1;
  if (options.report)
    reportMatmuls(*module, stage == "nvfp4" ? nullptr : target, reportStream);
  if (stage == "kernels" &&
      (failed(target->verify(*module, targetOptions)) ||
       !session.run(*module, "kernels", [&](OpPassManager &pm) {
         target->buildKernelPipeline(pm, targetOptions);
       })))
    return 1;
  if (!emit->kind) {
    int code = writeModule(*module, options.output);
    if (code == 0)
      llvm::errs() << report;
    return code;
  }

  if (failed(target->verify(*module, targetOptions)) ||
      !session.run(*module, "lower", [&](OpPassManager &pm) {
        target->buildLowerPipeline(pm, targetOptions);
      }))
    return 1;
  if (options.report) {
    reportEntries(*module, reportStream);
    if (failed(target->report(*module, targetOptions, reportStream)))
      return 1;
  }
  TimingScope scope = session.begin("emit", options.output);
  if (failed(emitToFile(*target, *module, *emit->kind, targetOptions,
                        options.output)))
    return session.getNumErrors() ? 1 : fail("emission failed");
  llvm::errs() << report;
  return 0;
}

int main(int argc, char **argv) {
  return runTool(
      argc, argv,
      "Compiles linear layers in linalg to NVFP4.\n\n"
      "  quartet-compile step.mlir --recipe=quartet2 --emit=so -o step.so\n",
      run);
}
