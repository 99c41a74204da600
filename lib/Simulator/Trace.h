//===- Trace.h - Chrome trace events of a launch ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_SIMULATOR_TRACE_H
#define QUARTET_LIB_SIMULATOR_TRACE_H

#include "Machine.h"

#include <string>

namespace quartet::sim {

/// Writes the asynchronous operations of a launch as a JSON file that Perfetto
/// and chrome://tracing open: a process per block, a track per issuing warp,
/// times in executed warp instructions. Returns the reason of a failure.
std::string writeTrace(const Machine &machine, const std::string &path);

} // namespace quartet::sim

#endif // QUARTET_LIB_SIMULATOR_TRACE_H
