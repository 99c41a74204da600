//===- Statistics.h - Names of the simulator's counters ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The counters of a launch as a list, for people and for files.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_SIMULATOR_STATISTICS_H
#define QUARTET_SIMULATOR_STATISTICS_H

#include "quartet/Simulator/Simulator.h"

namespace quartet::sim {

struct Counter {
  /// "global bytes read".
  const char *name;
  /// "global_bytes_read", in JSON.
  const char *key;
  uint64_t value;
};

/// All counters of `statistics`, and estimates derived from them.
std::vector<Counter> getCounters(const Statistics &statistics);

} // namespace quartet::sim

#endif // QUARTET_SIMULATOR_STATISTICS_H
