//===- Driver.cpp - What the command line tools share ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"

#include "quartet/InitAll.h"
#include "quartet/Pipelines/Pipelines.h"
#include "quartet/Recipe/Recipe.h"

#include "mlir/IR/AsmState.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace mlir;
using namespace quartet;
using namespace quartet::tools;

static std::string &getMutableToolName() {
  static std::string name = "quartet";
  return name;
}

llvm::StringRef tools::getToolName() { return getMutableToolName(); }

/// What `--help` prints after the options. cl::extrahelp keeps a reference.
static const std::string &getExtraHelp() {
  static const std::string text = [] {
    std::string out;
    llvm::raw_string_ostream os(out);
    os << "\nRECIPES:\n";
    size_t count;
    const recipe::Recipe *recipes = recipe::getRecipes(count);
    for (size_t i = 0; i != count; ++i)
      os << "  " << llvm::left_justify(recipes[i].name, 12)
         << recipes[i].summary << (i == 0 ? " (default)" : "") << "\n";
    os << "\nTARGETS:\n";
    for (const Target *target : getTargets())
      os << "  " << llvm::left_justify(target->getName(), 12)
         << target->getDescription() << "\n";
    os << "\nMLIR's options for printing and timing passes apply as well; "
          "--help-hidden lists them.\n";
    return out;
  }();
  return text;
}

void tools::forgetLibraryOptions() { llvm::cl::ResetCommandLineParser(); }

void tools::parseCommandLine(int argc, char **argv,
                             llvm::cl::OptionCategory &category,
                             const char *overview) {
  getMutableToolName() = llvm::sys::path::stem(argv[0]).str();
  // LLVM ends the process on conditions that it takes for its own faults.
  llvm::install_fatal_error_handler(
      [](void *, const char *reason, bool) { std::exit(fail(reason)); });
  // Options such as --mlir-print-ir-after name passes.
  mlir::registerAllPasses();
  quartet::registerAllPasses();
  registerAsmPrinterCLOptions();
  registerMLIRContextCLOptions();
  registerPassManagerCLOptions();
  registerDefaultTimingManagerCLOptions();
  llvm::cl::HideUnrelatedOptions(category);
  llvm::cl::extrahelp extra(getExtraHelp());
  llvm::cl::ParseCommandLineOptions(argc, argv, overview);
}

int tools::fail(const llvm::Twine &message) {
  llvm::errs() << getToolName() << ": error: " << message << "\n";
  return 1;
}

int tools::fail(llvm::Error error) {
  std::string message = llvm::toString(std::move(error));
  llvm::replace(message, '\n', ' ');
  return fail(message);
}

//===----------------------------------------------------------------------===//
// Session
//===----------------------------------------------------------------------===//

static DialectRegistry createRegistry() {
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  registerAllExtensions(registry);
  quartet::registerAllDialects(registry);
  for (const Target *target : getTargets())
    target->registerDialects(registry);
  return registry;
}

Session::Session(bool remarks)
    : remarks(remarks), context(createRegistry()),
      handler(&context,
              [this](Diagnostic &diagnostic) { return print(diagnostic); }) {
  // A dump of the operation is not for users.
  context.printOpOnDiagnostic(false);
  applyDefaultTimingManagerCLOptions(timing);
  total = timing.getRootScope();
}

/// Prints one diagnostic or note on a line of its own.
static void printLine(Location location, DiagnosticSeverity severity,
                      const std::string &message) {
  std::string line;
  llvm::raw_string_ostream os(line);
  auto file = location->findInstanceOf<FileLineColLoc>();
  os << (file ? file.getFilename().getValue() : getToolName());
  // A whole module is at line 0.
  if (file && file.getLine() != 0)
    os << ':' << file.getLine() << ':' << file.getColumn();
  switch (severity) {
  case DiagnosticSeverity::Note:
    os << ": note: ";
    break;
  case DiagnosticSeverity::Warning:
    os << ": warning: ";
    break;
  case DiagnosticSeverity::Error:
    os << ": error: ";
    break;
  case DiagnosticSeverity::Remark:
    os << ": remark: ";
    break;
  }
  for (char c : StringRef(message).rtrim())
    os << (c == '\n' ? ' ' : c);
  llvm::errs() << line << "\n";
}

LogicalResult Session::print(Diagnostic &diagnostic) {
  if (diagnostic.getSeverity() == DiagnosticSeverity::Remark && !remarks)
    return success();
  if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
    ++errors;
  printLine(diagnostic.getLocation(), diagnostic.getSeverity(),
            diagnostic.str());
  for (Diagnostic &note : diagnostic.getNotes())
    printLine(note.getLocation(), note.getSeverity(), note.str());
  return success();
}

TimingScope Session::begin(StringRef stage, StringRef what) {
  if (progress)
    printProgress(stage, what, start);
  return total.nest(stage);
}

OwningOpRef<ModuleOp> Session::load(StringRef path) {
  TimingScope scope = begin("load", path);
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (!buffer) {
    fail(path + ": " + buffer.getError().message());
    return nullptr;
  }
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(*buffer), llvm::SMLoc());
  // Read them all the same, to name the operation at its place.
  context.allowUnregisteredDialects();
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(sources, ParserConfig(&context));
  context.allowUnregisteredDialects(false);
  if (!module) {
    if (errors == 0)
      fail(path + ": expects a module");
    return nullptr;
  }
  WalkResult result = module->walk([](Operation *op) {
    if (op->isRegistered())
      return WalkResult::advance();
    emitError(op->getLoc()) << "expects operations of registered dialects, but "
                               "got '"
                            << op->getName() << "'";
    return WalkResult::interrupt();
  });
  if (result.wasInterrupted())
    return nullptr;
  return module;
}

bool Session::run(ModuleOp module, StringRef stage,
                  llvm::function_ref<void(OpPassManager &)> build) {
  TimingScope scope = total.nest(stage);
  PassManager pm(&context);
  if (failed(applyPassManagerCLOptions(pm))) {
    fail("cannot apply the pass options");
    return false;
  }
  pm.enableTiming(scope);
  if (progress)
    pm.addInstrumentation(std::make_unique<PassProgress>(stage, start));
  build(pm);
  unsigned before = errors;
  if (succeeded(pm.run(module)))
    return true;
  if (errors == before)
    fail("a pass failed without a message; --mlir-print-ir-after-failure shows "
         "where");
  return false;
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

const Target *tools::findTargetOrReport(StringRef name) {
  if (const Target *target = findTarget(name))
    return target;
  std::string names;
  for (const Target *target : getTargets())
    names += (names.empty() ? "" : ", ") + target->getName().str();
  fail("expects --target to be one of " + names + ", but got '" + name + "'");
  return nullptr;
}

bool tools::checkRecipe(StringRef name) {
  if (recipe::findRecipe(name.data(), name.size()))
    return true;
  fail(llvm::Twine("expects --recipe to be one of ") +
       recipe::getRecipeNames() + ", but got '" + name + "'");
  return false;
}

bool tools::compile(Session &session, ModuleOp module,
                    const RaiseOptions &raise, const FuseOptions &fuse,
                    const Target &target, const TargetOptions &options) {
  return session.run(
             module, "raise",
             [&](OpPassManager &pm) { buildRaisePipeline(pm, raise); }) &&
         session.run(module, "fuse",
                     [&](OpPassManager &pm) { buildFusePipeline(pm, fuse); }) &&
         succeeded(target.verify(module, options)) &&
         session.run(module, "lower", [&](OpPassManager &pm) {
           target.buildLowerPipeline(pm, options);
         });
}
