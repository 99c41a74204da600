//===- Statistics.cpp - Names of the simulator's counters -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quartet/Simulator/Statistics.h"

using namespace quartet::sim;

std::vector<Counter> quartet::sim::getCounters(const Statistics &s) {
  // Stated rates of one SM: 128 bytes of shared memory and 16384 NVFP4
  // multiply-adds per clock.
  uint64_t sharedClocks =
      (s.sharedReadBytes + s.sharedWriteBytes) / 128 + s.sharedConflicts;
  return {
      {"thread instructions", "thread_instructions", s.threadInstructions},
      {"warp instructions", "warp_instructions", s.warpInstructions},
      {"global bytes read", "global_bytes_read", s.globalReadBytes},
      {"global bytes written", "global_bytes_written", s.globalWriteBytes},
      {"of these by bulk copies", "bulk_bytes",
       s.bulkReadBytes + s.bulkWriteBytes},
      {"shared bytes read", "shared_bytes_read", s.sharedReadBytes},
      {"shared bytes written", "shared_bytes_written", s.sharedWriteBytes},
      {"local bytes", "local_bytes", s.localBytes},
      {"tensor bytes read", "tensor_bytes_read", s.tensorReadBytes},
      {"tensor bytes written", "tensor_bytes_written", s.tensorWriteBytes},
      {"atomics", "atomics", s.atomics},
      {"bank conflict clocks", "bank_conflict_clocks", s.sharedConflicts},
      {"warp mma", "warp_mma", s.warpMma},
      {"tensor core mma", "tensor_core_mma", s.tensorMma},
      {"multiply-adds", "multiply_adds", s.macs},
      {"asynchronous operations", "asynchronous_operations", s.asyncOps},
      {"shared memory busy clocks", "shared_busy_clocks", sharedClocks},
      {"tensor core busy clocks", "tensor_busy_clocks", s.macs / 16384},
  };
}
