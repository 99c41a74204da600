//===- quartet-sim.cpp - Run one kernel of a PTX file ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// quartet-sim FILE.ptx --kernel NAME --grid X,Y,Z --block X,Y,Z --arg SPEC...
//
// Exit codes: 0 success, 1 an error in the input or in what the kernel does
// (reported as file:line:column), 2 wrong usage.
//
//===----------------------------------------------------------------------===//

#include "Args.h"

#include "quartet/Simulator/Statistics.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <sys/stat.h>

using namespace quartet::sim;

namespace {

const char *const kUsage =
    R"(usage: quartet-sim FILE.ptx [options]
  --kernel NAME          the kernel; may be left out when there is only one
  --grid X[,Y[,Z]]       number of blocks (default 1)
  --block X[,Y[,Z]]      threads per block (default: what .reqntid says, or 1)
  --cluster X[,Y[,Z]]    blocks per cluster (default: what the kernel says)
  --shared BYTES         dynamic shared memory
  --arg [NAME=]SPEC      a kernel argument, in order:
                           buf:IN.npy[:OUT.npy]
                           out:DTYPE:SHAPE:OUT.npy
                           zeros:DTYPE:SHAPE[:OUT.npy]
                           i32:N u64:N f32:X ...  bytes:HEX
                           map:BUFFER,dims=AxB,box=AxB[,bytes=N|fp4]
                             [,strides=B[xB...]][,swizzle=none|32|64|128]
                             [,offset=B][,nan]
  --buffer NAME=SPEC     a buffer that is no argument, for maps of it
  --seed N               order of warps and asynchronous completions
  --no-strict            do not check races, fences and initialisation
  --allow RULE           do not report descriptor-version, cp-async-fence or
                         tensor-fence (see docs/Simulator.md)
  --max-instructions N   stop a kernel that runs longer
  --stats                print counters
  --trace FILE.json      write Chrome trace events
  --list                 print the kernels and their parameters
)";

struct CommandLine {
  std::string path, kernel, trace;
  /// --arg and --buffer in order; the latter are no parameters.
  std::vector<std::pair<std::string, bool>> args;
  LaunchConfig config;
  uint32_t block[3] = {0, 0, 0};
  uint64_t seed = 0, limit = 0;
  bool allowVersion = false, allowCpAsync = false;
  bool allowTensor = false;
  bool strict = true, stats = false, list = false, help = false;
};

bool parseTriple(const char *text, uint32_t (&out)[3]) {
  out[0] = out[1] = out[2] = 1;
  for (int i = 0; i < 3; ++i) {
    char *end;
    unsigned long value = std::strtoul(text, &end, 10);
    if (end == text || *text == '-' || value == 0 || value > 0x7fffffff)
      return false;
    out[i] = static_cast<uint32_t>(value);
    if (*end == 0)
      return true;
    if (*end != ',')
      return false;
    text = end + 1;
  }
  return false;
}

bool parseNumber(const char *text, uint64_t &out) {
  char *end;
  if (*text == '-' || *text == 0)
    return false;
  out = std::strtoull(text, &end, 0);
  return *end == 0;
}

/// Returns the reason when the command line is wrong.
std::string parseCommandLine(int argc, char **argv, CommandLine &out) {
  for (int i = 1; i < argc; ++i) {
    std::string flag = argv[i];
    if (flag == "--help" || flag == "-h") {
      out.help = true;
    } else if (flag == "--no-strict") {
      out.strict = false;
    } else if (flag == "--stats") {
      out.stats = true;
    } else if (flag == "--list") {
      out.list = true;
    } else if (flag.size() < 2 || flag[0] != '-') {
      if (!out.path.empty())
        return "expects one file, but got '" + out.path + "' and '" + flag +
               "'";
      out.path = flag;
    } else {
      size_t eq = flag.find('=');
      std::string name = flag.substr(0, eq), value;
      bool known = false;
      for (const char *option :
           {"--kernel", "--grid", "--block", "--cluster", "--shared", "--arg",
            "--buffer", "--allow", "--seed", "--max-instructions", "--trace"})
        known |= name == option;
      if (!known)
        return "unknown option '" + flag + "'";
      if (eq != std::string::npos)
        value = flag.substr(eq + 1);
      else if (i + 1 < argc)
        value = argv[++i];
      else
        return "'" + flag + "' expects a value";
      bool ok = true;
      uint64_t number = 0;
      if (name == "--kernel") {
        out.kernel = value;
      } else if (name == "--trace") {
        out.trace = value;
      } else if (name == "--arg") {
        out.args.emplace_back(value, true);
      } else if (name == "--allow") {
        ok = value == "descriptor-version" || value == "cp-async-fence" ||
             value == "tensor-fence";
        out.allowTensor |= value == "tensor-fence";
        out.allowVersion |= value == "descriptor-version";
        out.allowCpAsync |= value == "cp-async-fence";
      } else if (name == "--buffer") {
        out.args.emplace_back(value, false);
      } else if (name == "--grid") {
        ok = parseTriple(value.c_str(), out.config.grid);
      } else if (name == "--block") {
        ok = parseTriple(value.c_str(), out.block);
      } else if (name == "--cluster") {
        ok = parseTriple(value.c_str(), out.config.cluster);
      } else if (name == "--seed") {
        ok = parseNumber(value.c_str(), out.seed);
      } else if (name == "--shared") {
        ok = parseNumber(value.c_str(), number) && number <= 0xffffffffu;
        out.config.dynamicSharedBytes = static_cast<uint32_t>(number);
      } else {
        ok = parseNumber(value.c_str(), out.limit) && out.limit > 0;
      }
      if (!ok)
        return "'" + name + "' does not accept '" + value + "'";
    }
  }
  if (out.path.empty() && !out.help)
    return "expects a PTX file";
  return "";
}

int inputError(const std::string &message) {
  std::fprintf(stderr, "quartet-sim: error: %s\n", message.c_str());
  return 1;
}

void printStatistics(const Statistics &statistics, double seconds) {
  for (const Counter &counter : getCounters(statistics))
    std::printf("%-26s %llu\n", counter.name,
                static_cast<unsigned long long>(counter.value));
  std::printf("%-26s %.3f\n", "host seconds", seconds);
}

bool readText(const std::string &path, std::string &out) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode))
    return false;
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  out = text.str();
  return static_cast<bool>(file);
}

int listKernels(Simulator &sim, const std::string &path) {
  for (const std::string &name : sim.kernels()) {
    std::vector<ParamLayout> layout;
    Diagnostic error;
    if (!sim.parameters(name, layout, error)) {
      std::fputs(error.format(path).c_str(), stderr);
      return 1;
    }
    std::printf("%s\n", name.c_str());
    for (const ParamLayout &p : layout)
      std::printf("  %s: %u bytes at %u\n", p.name.c_str(), p.bytes, p.offset);
  }
  return 0;
}

int runKernel(Simulator &sim, CommandLine &line) {
  Diagnostic error;
  auto report = [&] {
    std::fputs(error.format(line.path).c_str(), stderr);
    return 1;
  };
  if (line.kernel.empty()) {
    std::vector<std::string> names = sim.kernels();
    if (names.size() != 1)
      return inputError("expects --kernel, since the module has " +
                        std::to_string(names.size()) + " kernels");
    line.kernel = names[0];
  }
  sim.options().seed = line.seed;
  sim.options().strict = line.strict;
  sim.options().allowDescriptorVersion = line.allowVersion;
  sim.options().allowCpAsyncFence = line.allowCpAsync;
  sim.options().allowTensorFence = line.allowTensor;
  sim.options().tracePath = line.trace;
  if (line.limit)
    sim.options().maxInstructions = line.limit;
  std::vector<ParamLayout> layout;
  if (!sim.parameters(line.kernel, layout, error))
    return report();
  sim.defaultBlock(line.kernel, line.config.block);
  if (line.block[0])
    std::memcpy(line.config.block, line.block, sizeof(line.block));
  std::string message;
  ArgumentList arguments(sim);
  for (const auto &[arg, isParameter] : line.args)
    if (!arguments.add(arg, isParameter, message))
      return inputError((isParameter ? "--arg " : "--buffer ") + arg + ": " +
                        message);
  std::vector<uint8_t> params;
  if (!arguments.pack(layout, params, message))
    return inputError(message);
  auto start = std::chrono::steady_clock::now();
  bool ok = sim.launch(line.kernel, line.config, params, error);
  std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  if (line.stats)
    printStatistics(sim.statistics(), took.count());
  if (!ok)
    return report();
  if (!arguments.writeOutputs(message))
    return inputError(message);
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  CommandLine line;
  std::string problem = parseCommandLine(argc, argv, line);
  if (!problem.empty()) {
    std::fprintf(stderr, "quartet-sim: error: %s\n", problem.c_str());
    return 2;
  }
  if (line.help) {
    std::fputs(kUsage, stdout);
    return 0;
  }
  std::string ptx;
  if (!readText(line.path, ptx))
    return inputError("cannot read the file '" + line.path + "'");
  Diagnostic error;
  std::unique_ptr<Simulator> sim = Simulator::create(ptx, error);
  if (!sim) {
    std::fputs(error.format(line.path).c_str(), stderr);
    return 1;
  }
  return line.list ? listKernels(*sim, line.path) : runKernel(*sim, line);
}
