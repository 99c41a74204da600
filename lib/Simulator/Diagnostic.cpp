//===- Diagnostic.cpp - Located messages of the PTX simulator -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quartet/Simulator/Diagnostic.h"

#include <cstdio>

using namespace quartet::sim;

std::string quartet::sim::strf(const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  va_list copy;
  va_copy(copy, args);
  int size = std::vsnprintf(nullptr, 0, fmt, copy);
  va_end(copy);
  std::string out(size > 0 ? static_cast<size_t>(size) : 0, '\0');
  std::vsnprintf(out.data(), out.size() + 1, fmt, args);
  va_end(args);
  return out;
}

std::string Diagnostic::format(const std::string &file) const {
  std::string out = file;
  if (loc.line)
    out += strf(":%u:%u", loc.line, loc.column);
  out += ": error: " + message;
  if (!rule.empty())
    out += " [" + rule + "]";
  if (!thread.empty())
    out += " (" + thread + ")";
  out += "\n" + notes;
  return out;
}
