//===- quartet-run.cpp - Compile a program and call one of its functions --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a module in memory, or loads one that is compiled, and calls one
// entry with arrays from .npy files. The exit code is 0, or 1 after an error,
// an expectation (`check` dialect) that did not hold or a comparison beyond its
// tolerance, and then no result has been written. docs/Tools.md is the manual.
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Machine.h"
#include "Options.h"
#include "Output.h"
#include "Values.h"

#include "quartet/Runtime/Check.h"

#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace mlir;
using namespace quartet;
using namespace quartet::tools;

namespace cl = llvm::cl;

namespace {

struct Options {
  cl::OptionCategory category{"quartet-run options"};
  cl::opt<std::string> input{
      cl::Positional,
      cl::desc("<input.mlir, - or a library of quartet-compile>"), cl::Required,
      cl::cat(category)};
  CompileOptions compile{category,
                         "Machine to run on: host, sim:<chip> or cuda "
                         "(default: host)",
                         "Processor as LLVM names it (default: this one)"};
  cl::opt<std::string> entry{
      "entry", cl::desc("Function to call (default: main)"),
      cl::value_desc("name"), cl::init("main"), cl::cat(category)};
  cl::opt<std::string> seed{
      "seed",
      cl::desc("Value of the argument that stochastic recipes add, from 0 to "
               "2^64 - 1 (default: 0)"),
      cl::value_desc("number"), cl::init("0"), cl::cat(category)};
  cl::opt<std::string> seeds{
      "seeds",
      cl::desc("Run with this many seeds, --seed being the first, and take the "
               "mean of the results, in float64"),
      cl::value_desc("count"), cl::cat(category)};
  cl::list<std::string> args{
      "arg",
      cl::desc("One argument, in order; bf16 as uint16, fp8 and packed fp4 as "
               "uint8"),
      cl::value_desc("file.npy"), cl::cat(category)};
  cl::opt<std::string> outDir{
      "out-dir",
      cl::desc("Directory for result_<i>.npy; made if it does not exist"),
      cl::value_desc("directory"), cl::cat(category)};
  cl::opt<std::string> compare{
      "compare",
      cl::desc("Print how the results differ from those of another target, or "
               "from the result_<i>.npy of a directory"),
      cl::value_desc("target or directory"), cl::cat(category)};
  cl::opt<std::string> tolerance{
      "tolerance",
      cl::desc("Relative squared error up to which results are equal for "
               "--compare (default: 0, the same bytes)"),
      cl::value_desc("number"), cl::init("0"), cl::cat(category)};
  cl::opt<unsigned> threads{
      "threads",
      cl::desc("Threads to compute with (default: one per processor); results "
               "do not depend on it"),
      cl::value_desc("number"), cl::init(0), cl::cat(category)};
  cl::opt<bool> verbose{"v", cl::desc("Print the compiler's decisions"),
                        cl::cat(category)};
};

/// Options that are numbers.
struct Numbers {
  uint64_t seed = 0;
  uint64_t seeds = 1;
  double tolerance = 0;
};

} // namespace

/// Nothing after an error, which has been printed.
static std::optional<Numbers> parseNumbers(const Options &options) {
  Numbers numbers;
  auto reject = [](const char *option, const char *expected, StringRef got) {
    fail("expects " + llvm::Twine(option) + " to be " + expected +
         ", but got '" + got + "'");
    return std::nullopt;
  };
  if (StringRef(options.seed).getAsInteger(0, numbers.seed))
    return reject("--seed", "a number from 0 to 2^64 - 1", options.seed);
  if (options.seeds.getNumOccurrences() &&
      (StringRef(options.seeds).getAsInteger(0, numbers.seeds) ||
       numbers.seeds == 0 || numbers.seeds > (1u << 20)))
    return reject("--seeds", "a number from 1 to 2^20", options.seeds);
  if (numbers.seed + (numbers.seeds - 1) < numbers.seed)
    return reject("--seed", "at most 2^64 minus the number of seeds",
                  options.seed);
  if (StringRef(options.tolerance).getAsDouble(numbers.tolerance) ||
      !(numbers.tolerance >= 0))
    return reject("--tolerance", "a number of at least 0", options.tolerance);
  if (options.tolerance.getNumOccurrences() && options.compare.empty())
    return reject("--tolerance", "given with --compare", options.tolerance);
  return numbers;
}

/// True for a file that a compiler or linker has written.
static bool isObjectFile(const std::string &path) {
  llvm::file_magic magic;
  if (path == "-" || llvm::identify_magic(path, magic))
    return false;
  switch (magic) {
  case llvm::file_magic::elf:
  case llvm::file_magic::elf_relocatable:
  case llvm::file_magic::elf_executable:
  case llvm::file_magic::elf_shared_object:
  case llvm::file_magic::elf_core:
    return true;
  default:
    return false;
  }
}

/// Compiles `module` to a file, loads it and removes the file, since the
/// program of a GPU is emitted as a library. Null after an error, which has
/// been printed.
static std::unique_ptr<HostProgram> loadCompiled(ModuleOp module,
                                                 const Machine &machine,
                                                 const TargetOptions &options) {
  llvm::SmallString<128> path;
  if (std::error_code code =
          llvm::sys::fs::createTemporaryFile("quartet-run", "so", path)) {
    fail("cannot make a temporary file: " + code.message());
    return nullptr;
  }
  llvm::FileRemover remover(path);
  if (failed(emitToFile(*machine.target, module, EmitKind::SharedLibrary,
                        options, path)))
    return nullptr;
  auto program = HostProgram::load(path, machine.memory);
  if (program)
    return std::move(*program);
  fail(program.takeError());
  return nullptr;
}

/// The program, compiled for `machine`, or null after an error, which has been
/// printed.
static std::unique_ptr<HostProgram>
compileProgram(const Options &options, const Machine &machine, bool remarks) {
  if (!machine.target) {
    std::string names;
    for (const Target *target : getTargets())
      names += (names.empty() ? "" : ", ") + target->getName().str();
    fail("expects a chip that is a target (" + names + "), but got " +
         machine.device);
    return nullptr;
  }
  Session session(remarks);
  OwningOpRef<ModuleOp> module = session.load(options.input);
  TargetOptions targetOptions = options.compile.getTarget();
  if (!module ||
      !compile(session, *module, options.compile.getRaise(),
               options.compile.getFuse(), *machine.target, targetOptions))
    return nullptr;
  if (machine.memory)
    return loadCompiled(*module, machine, targetOptions);
  auto program = HostProgram::create(*module, targetOptions);
  if (program)
    return std::move(*program);
  fail(program.takeError());
  return nullptr;
}

static std::unique_ptr<HostProgram> loadProgram(const Options &options,
                                                const Machine &machine) {
  const CompileOptions &compile = options.compile;
  const cl::Option *given[] = {&compile.recipe, &compile.cpu,
                               &compile.assumeWeights, &compile.splitWeights,
                               &compile.noFusion};
  for (const cl::Option *option : given)
    if (option->getNumOccurrences()) {
      fail("expects no --" + llvm::Twine(option->ArgStr) +
           " for a program that is compiled, but got one");
      return nullptr;
    }
  auto program = HostProgram::load(options.input, machine.memory);
  if (program)
    return std::move(*program);
  fail(options.input + ": " + llvm::toString(program.takeError()));
  return nullptr;
}

/// Runs the entry of `program` for all seeds. Nothing after an error or an
/// expectation that did not hold, which have been printed.
static std::optional<Results> runAll(const Options &options,
                                     const Numbers &numbers,
                                     const HostProgram &program,
                                     Signature &signature) {
  std::optional<Call> call = Call::create(program, options.entry, options.args);
  if (!call)
    return std::nullopt;
  signature = call->getSignature();
  bool average = options.seeds.getNumOccurrences();
  if (average && signature.getSeedArgument() < 0) {
    fail("expects an entry that takes a seed for --seeds, but got '" +
         llvm::Twine(signature.entry) + "'");
    return std::nullopt;
  }
  if (!average) {
    std::optional<Results> results = call->run(numbers.seed);
    return quartet_check_failures() == 0 ? results : std::nullopt;
  }
  Mean mean(signature);
  for (uint64_t i = 0; i != numbers.seeds; ++i) {
    std::optional<Results> results = call->run(numbers.seed + i);
    if (!results || quartet_check_failures() != 0)
      return std::nullopt;
    std::string error;
    if (!mean.add(*results, error)) {
      fail(error);
      return std::nullopt;
    }
  }
  return mean.get();
}

/// What `--compare` asks to compare with. Nothing after an error, which has
/// been printed.
static std::optional<Results> getExpected(const Options &options,
                                          const Numbers &numbers,
                                          const Signature &signature,
                                          const Results &results,
                                          bool isLibrary) {
  const Target *target = findTarget(options.compare);
  if (!target)
    return readResults(options.compare, signature, results);
  if (isLibrary) {
    fail("expects --compare to be a directory for a program that is compiled, "
         "but got '" +
         llvm::Twine(options.compare) + "'");
    return std::nullopt;
  }
  if (target->getName() != "host") {
    fail("expects --compare to be host or a directory, but got '" +
         llvm::Twine(options.compare) + "'");
    return std::nullopt;
  }
  std::unique_ptr<HostProgram> program =
      compileProgram(options, Machine{target, "", nullptr}, /*remarks=*/false);
  Signature other;
  return program ? runAll(options, numbers, *program, other) : std::nullopt;
}

static int run(const Options &options) {
  std::optional<Numbers> numbers = parseNumbers(options);
  if (!numbers)
    return 1;
  if (options.threads.getNumOccurrences() &&
      (options.threads == 0 || options.threads > 1024))
    return fail("expects --threads from 1 to 1024, but got " +
                llvm::Twine(options.threads));
  if (options.threads)
    // Read when the first program loads the OpenMP run-time library.
    setenv("OMP_NUM_THREADS", std::to_string(options.threads).c_str(), 1);
  std::optional<Machine> machine = openMachine(options.compile.target);
  if (!machine || !checkRecipe(options.compile.recipe))
    return 1;

  bool isLibrary = isObjectFile(options.input);
  std::unique_ptr<HostProgram> program =
      isLibrary ? loadProgram(options, *machine)
                : compileProgram(options, *machine, options.verbose);
  if (!program)
    return 1;
  Signature signature;
  std::optional<Results> results =
      runAll(options, *numbers, *program, signature);
  if (!results)
    return 1;
  if (!options.compare.empty()) {
    std::optional<Results> expected =
        getExpected(options, *numbers, signature, *results, isLibrary);
    if (!expected ||
        !compareResults(signature, *results, *expected, numbers->tolerance))
      return 1;
  }
  return options.outDir.empty()
             ? 0
             : writeResults(options.outDir, signature, *results);
}

int main(int argc, char **argv) {
  return runTool(argc, argv,
                 "Compiles a program and calls one of its functions.\n\n"
                 "  quartet-run step.mlir --entry=step --arg=x.npy "
                 "--arg=w.npy --out-dir=out\n",
                 run);
}
