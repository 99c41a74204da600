//===- Machine.h - Where programs run ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `host` is this process. `sim:sm_100a` and the like are the simulator's
// driver, `cuda` is the GPU that NVIDIA's driver finds; programs for both are
// compiled for the target of the chip and run through the run-time library.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_TOOLS_QUARTET_RUN_MACHINE_H
#define QUARTET_TOOLS_QUARTET_RUN_MACHINE_H

#include "quartet/Target/Host/ProgramMemory.h"
#include "quartet/Target/Target.h"

#include <memory>
#include <optional>
#include <string>

namespace quartet::tools {

struct Machine {
  /// What programs are compiled for; null if there is no target for the chip,
  /// and then only compiled programs run.
  const Target *target = nullptr;
  /// The chip; empty on the host.
  std::string device;
  /// The memory of the GPU; null on the host.
  std::shared_ptr<ProgramMemory> memory;
};

/// Opens the machine `name`. Nothing after an error, which has been printed.
std::optional<Machine> openMachine(llvm::StringRef name);

} // namespace quartet::tools

#endif // QUARTET_TOOLS_QUARTET_RUN_MACHINE_H
