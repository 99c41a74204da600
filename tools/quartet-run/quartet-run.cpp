//===- quartet-run.cpp - Compile a program and call one of its functions --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a module in memory and calls one entry with arrays from .npy files.
// The exit code is 0, or 1 after an error or an expectation (`check` dialect)
// that did not hold, and then no result has been written. docs/Tools.md is the
// manual.
//
//===----------------------------------------------------------------------===//

#include "Arrays.h"
#include "Driver.h"

#include "quartet/Pipelines/Pipelines.h"
#include "quartet/Runtime/Check.h"
#include "quartet/Support/AtomicFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace mlir;
using namespace quartet;
using namespace quartet::tools;

namespace cl = llvm::cl;

namespace {

struct Options {
  cl::OptionCategory category{"quartet-run options"};
  cl::opt<std::string> input{cl::Positional, cl::desc("<input.mlir or ->"),
                             cl::Required, cl::cat(category)};
  cl::opt<std::string> entry{
      "entry", cl::desc("Function to call (default: main)"),
      cl::value_desc("name"), cl::init("main"), cl::cat(category)};
  cl::opt<std::string> target{
      "target", cl::desc("Machine to run on (default: host)"),
      cl::value_desc("name"), cl::init("host"), cl::cat(category)};
  cl::opt<std::string> recipe{
      "recipe", cl::desc("How contractions are quantized"),
      cl::value_desc("name"), cl::init(RaiseOptions().recipe),
      cl::cat(category)};
  cl::opt<std::string> seed{
      "seed",
      cl::desc("Value of the argument that stochastic recipes add, 64 bits "
               "(default: 0)"),
      cl::value_desc("number"), cl::init("0"), cl::cat(category)};
  cl::list<std::string> args{
      "arg",
      cl::desc("One argument, in order; bf16 as uint16, fp8 and packed fp4 as "
               "uint8"),
      cl::value_desc("file.npy"), cl::cat(category)};
  cl::opt<std::string> outDir{
      "out-dir",
      cl::desc("Directory for result_<i>.npy; made if it does not exist"),
      cl::value_desc("directory"), cl::cat(category)};
  cl::opt<unsigned> threads{
      "threads",
      cl::desc("Threads to compute with (default: one per processor); results "
               "do not depend on it"),
      cl::value_desc("number"), cl::init(0), cl::cat(category)};
  cl::opt<std::string> cpu{"cpu",
                           cl::desc("Processor as LLVM names it (default: this "
                                    "one)"),
                           cl::value_desc("name"), cl::cat(category)};
  cl::opt<bool> splitWeights{
      "split-weights",
      cl::desc("Quantize weights in a function of their own, prepare_weights"),
      cl::cat(category)};
  cl::opt<bool> noFusion{
      "no-fusion",
      cl::desc("Take fused operations apart instead of fusing; the results are "
               "the same"),
      cl::cat(category)};
  cl::opt<bool> verbose{"v", cl::desc("Print the compiler's decisions"),
                        cl::cat(category)};
};

} // namespace

static int fail(llvm::Error error) {
  std::string message = llvm::toString(std::move(error));
  llvm::replace(message, '\n', ' ');
  return tools::fail(message);
}

/// Decimal or, with 0x, hexadecimal; from -2^63 to 2^64 - 1.
static bool parseSeed(StringRef text, int64_t &seed) {
  uint64_t bits;
  if (!text.getAsInteger(0, seed))
    return true;
  if (text.getAsInteger(0, bits))
    return false;
  seed = static_cast<int64_t>(bits);
  return true;
}

/// The arguments of the call: files in order, and the seed. False after an
/// error, which has been printed.
static bool collectArguments(const Options &options, const Signature &signature,
                             int64_t seed, std::vector<TensorBuffer> &buffers) {
  int64_t seedIndex = signature.getSeedArgument();
  size_t expected = signature.args.size() - (seedIndex >= 0);
  if (options.args.size() != expected) {
    std::string list;
    for (const TensorSpec &spec : signature.args)
      if (!spec.isSeed)
        list += (list.empty() ? ": " : ", ") + describe(spec);
    tools::fail("'" + llvm::Twine(signature.entry) + "' expects " +
                llvm::Twine(expected) + " arguments" + list + "; but got " +
                llvm::Twine(options.args.size()));
    return false;
  }
  size_t next = 0;
  for (size_t i = 0; i != signature.args.size(); ++i) {
    TensorBuffer &buffer = buffers.emplace_back();
    std::string error = "cannot allocate the seed";
    if (signature.args[i].isSeed
            ? makeSeed(seed, buffer)
            : readArgument(signature, i, options.args[next++], buffer, error))
      continue;
    tools::fail(error);
    return false;
  }
  return true;
}

/// Writes all results, then gives all of them their names. Exit code.
static int writeResults(StringRef directory, const Signature &signature,
                        ArrayRef<TensorBuffer> results,
                        ArrayRef<TensorBuffer> args) {
  if (std::error_code code = llvm::sys::fs::create_directory(directory))
    return tools::fail("cannot make the directory " + directory + ": " +
                       code.message());
  std::vector<AtomicFile> files;
  std::vector<std::string> paths;
  std::string error;
  for (auto [i, spec] : llvm::enumerate(signature.results)) {
    llvm::SmallString<128> path(directory);
    llvm::sys::path::append(path, "result_" + llvm::Twine(i) + ".npy");
    paths.push_back(path.str().str());
    const TensorBuffer &buffer =
        spec.inout < 0 ? results[i] : args[static_cast<size_t>(spec.inout)];
    std::vector<uint8_t> bytes;
    AtomicFile &file = files.emplace_back();
    if (!npy::serialize(toArray(spec, buffer), bytes, error) ||
        !file.open(paths.back(), error) ||
        !file.write(bytes.data(), bytes.size(), error))
      return tools::fail("cannot write " + paths.back() + ": " + error);
  }
  for (auto [file, path] : llvm::zip(files, paths))
    if (!file.commit(error))
      return tools::fail("cannot write " + path + ": " + error);
  for (auto [i, path] : llvm::enumerate(paths)) {
    const TensorSpec &spec = signature.results[i];
    const TensorBuffer &buffer =
        spec.inout < 0 ? results[i] : args[static_cast<size_t>(spec.inout)];
    llvm::outs() << path << ": " << stringifyDType(spec.dtype) << ' '
                 << npy::formatShape(buffer.shape) << "\n";
  }
  return 0;
}

/// Calls the entry. Exit code.
static int call(const Options &options, const HostProgram &program,
                int64_t seed) {
  auto found = program.getSignature(options.entry);
  if (!found)
    return fail(found.takeError());
  const Signature &signature = **found;
  std::vector<TensorBuffer> args, results;
  if (!collectArguments(options, signature, seed, args))
    return 1;

  std::vector<HostBuffer> argBuffers, resultBuffers;
  std::vector<std::vector<int64_t>> argShapes;
  for (const TensorBuffer &buffer : args) {
    argBuffers.push_back(buffer.get());
    argShapes.push_back(buffer.shape);
  }
  auto shapes = program.getResultShapes(options.entry, argShapes);
  if (!shapes)
    return fail(shapes.takeError());
  for (auto [spec, shape] : llvm::zip(signature.results, *shapes)) {
    TensorBuffer &buffer = results.emplace_back();
    std::string error;
    if (spec.inout < 0 && !makeResult(spec, shape, buffer, error))
      return tools::fail(error);
    resultBuffers.push_back(spec.inout < 0 ? buffer.get() : HostBuffer());
  }
  if (llvm::Error error = program.run(options.entry, argBuffers, resultBuffers))
    return fail(std::move(error));
  if (quartet_check_failures() != 0)
    return 1;
  if (options.outDir.empty())
    return 0;
  return writeResults(options.outDir, signature, results, args);
}

static int run(const Options &options) {
  // Other targets are compiled for, but only the host runs in this process.
  if (options.target != "host")
    return tools::fail("expects --target to be one of host, but got '" +
                       llvm::Twine(options.target) + "'");
  int64_t seed;
  if (!parseSeed(options.seed, seed))
    return tools::fail("expects --seed to be a number of 64 bits, but got '" +
                       llvm::Twine(options.seed) + "'");
  if (options.threads.getNumOccurrences() &&
      (options.threads == 0 || options.threads > 1024))
    return tools::fail("expects --threads from 1 to 1024, but got " +
                       llvm::Twine(options.threads));
  if (options.threads)
    // Read when the first program loads the OpenMP run-time library.
    setenv("OMP_NUM_THREADS", std::to_string(options.threads).c_str(), 1);
  const Target *target = findTargetOrReport(options.target);
  if (!target || !checkRecipe(options.recipe))
    return 1;

  Session session(options.verbose);
  OwningOpRef<ModuleOp> module = session.load(options.input);
  TargetOptions targetOptions;
  targetOptions.cpu = options.cpu;
  RaiseOptions raise;
  raise.recipe = options.recipe;
  raise.splitWeights = options.splitWeights;
  FuseOptions fuse;
  fuse.fusion = !options.noFusion;
  if (!module ||
      !compile(session, *module, raise, fuse, *target, targetOptions))
    return 1;
  auto program = HostProgram::create(*module, targetOptions);
  if (!program)
    return fail(program.takeError());
  return call(options, **program, seed);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  forgetLibraryOptions();
  Options options;
  parseCommandLine(
      argc, argv, options.category,
      "Compiles a program and calls one of its functions.\n\n"
      "  quartet-run step.mlir --entry=step --arg=x.npy --arg=w.npy "
      "--out-dir=out\n");
  return run(options);
}
