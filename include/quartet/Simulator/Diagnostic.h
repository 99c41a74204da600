//===- Diagnostic.h - Located messages of the PTX simulator -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every problem that the simulator reports, from a lexical error to a data
// race, is one Diagnostic: a place in the PTX text, the thread when there is
// one, the rule, and a sentence in lower case without a full stop.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_SIMULATOR_DIAGNOSTIC_H
#define QUARTET_SIMULATOR_DIAGNOSTIC_H

#include <cstdarg>
#include <cstdint>
#include <string>

namespace quartet::sim {

/// A position in the PTX text; lines and columns count from 1, 0 is unknown.
struct Loc {
  uint32_t line = 0;
  uint32_t column = 0;
};

/// One message. `rule` is a short stable name ("shared-race", "deadlock", ...;
/// docs/Simulator.md lists them), empty for syntax and decoding errors.
struct Diagnostic {
  Loc loc;
  std::string rule;
  std::string message;
  /// "block (x,y,z) thread (x,y,z)", empty outside execution.
  std::string thread;
  /// Further lines, for example the state of every barrier of a deadlock.
  std::string notes;

  bool isError() const { return !message.empty(); }

  /// `file:line:column: error: message [rule] (thread)` and the notes.
  std::string format(const std::string &file) const;
};

/// printf into a string.
std::string strf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

} // namespace quartet::sim

#endif // QUARTET_SIMULATOR_DIAGNOSTIC_H
