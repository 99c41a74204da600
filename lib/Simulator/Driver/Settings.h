//===- Settings.h - What the environment asks of the driver -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   QUARTET_SIM_CHIP    sm_90a, sm_100a, ... (default sm_100a)
//   QUARTET_SIM_SEED    order of warps and of asynchronous completions
//   QUARTET_SIM_STRICT  0: no races, fences and initialisation
//   QUARTET_SIM_ALLOW   rules not to report, separated by commas
//   QUARTET_SIM_STATS   file to which every launch appends a line of JSON
//   QUARTET_SIM_TRACE   prefix of one Chrome trace file per launch
//   QUARTET_SIM_DUMP    directory for the PTX of every module
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_SIMULATOR_DRIVER_SETTINGS_H
#define QUARTET_LIB_SIMULATOR_DRIVER_SETTINGS_H

#include "quartet/Simulator/Simulator.h"

#include <string>

namespace quartet::sim::driver {

/// What programs can ask about a device.
struct Chip {
  const char *name;
  int major, minor;
  int multiprocessors;
  /// Largest shared memory of a block.
  int sharedBytes;
  uint64_t memoryBytes;
};

struct Settings {
  const Chip *chip = nullptr;
  Options options;
  std::string statsPath, tracePrefix, dumpDirectory;
};

/// Reads the environment. Returns the reason if a value is not legal.
std::string readSettings(Settings &settings);

/// Whether `chip` runs code for `target`, such as sm_80 or sm_100a.
bool runsOn(const Chip &chip, const std::string &target);

} // namespace quartet::sim::driver

#endif // QUARTET_LIB_SIMULATOR_DRIVER_SETTINGS_H
