//===- Trace.cpp - Chrome trace events of a launch ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace.h"

#include <cerrno>
#include <cstdio>

using namespace quartet::sim;

std::string quartet::sim::writeTrace(const Machine &machine,
                                     const std::string &path) {
  std::FILE *file = std::fopen(path.c_str(), "w");
  if (!file)
    return "cannot write '" + path + "': " + std::strerror(errno);
  std::fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n", file);
  bool first = true;
  for (const TraceEvent &e : machine.trace) {
    std::string name = machine.instrText(e.instr);
    unsigned line = e.instr < machine.kernel.instrs.size()
                        ? machine.kernel.instrs[e.instr].loc.line
                        : 0;
    // Operations overlap: each gets its own asynchronous slice.
    for (char phase : {'b', 'e'}) {
      std::fprintf(
          file,
          "%s{\"name\":\"%s\",\"cat\":\"async\",\"ph\":\"%c\","
          "\"id\":%zu,\"ts\":%llu,\"pid\":%u,\"tid\":%u,"
          "\"args\":{\"line\":%u}}",
          first ? "" : ",\n", name.c_str(), phase,
          static_cast<size_t>(&e - machine.trace.data()),
          static_cast<unsigned long long>(phase == 'b' ? e.begin : e.end),
          e.ctaIndex, e.track, line);
      first = false;
    }
  }
  std::fputs("\n]}\n", file);
  bool bad = std::ferror(file) != 0;
  bad |= std::fclose(file) != 0;
  return bad ? "cannot write '" + path + "'" : "";
}
