//===- Simulator.h - Run PTX kernels on the CPU -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A functional simulator of NVIDIA GPUs at the level of PTX. It runs one
// kernel at a time with the semantics of the PTX ISA, completes asynchronous
// operations late and in a seeded order, and reports what the ISA forbids.
// docs/Simulator.md states what is modelled.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_SIMULATOR_SIMULATOR_H
#define QUARTET_SIMULATOR_SIMULATOR_H

#include "quartet/Simulator/Diagnostic.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace quartet::sim {

/// How to execute.
struct Options {
  /// Chooses the order of warps and of asynchronous completions.
  uint64_t seed = 0;
  /// Report races, missing waits and fences, and uninitialised reads. Without
  /// it, only what the machine cannot execute at all is an error.
  bool strict = true;
  /// Rules of the ISA that compilers are known to break without harm on the
  /// hardware, and that are not reported:
  /// descriptor-version: bits 46 to 48 of shared memory descriptors are not 1;
  /// cp-async-fence: cp.async and a tcgen05 read without a proxy fence;
  /// tensor-fence: tcgen05 operations of several warps ordered by waits and
  /// barriers without tcgen05.fence.
  bool allowDescriptorVersion = false;
  bool allowCpAsyncFence = false;
  bool allowTensorFence = false;
  /// A launch that executes more thread-instructions than this is an error.
  uint64_t maxInstructions = uint64_t(1) << 40;
  /// Thread blocks (clusters) that run at the same time at first; more are
  /// started when all running ones wait.
  unsigned residentClusters = 4;
  /// Write Chrome trace events of every launch to this file when not empty.
  std::string tracePath;
};

struct LaunchConfig {
  uint32_t grid[3] = {1, 1, 1};
  uint32_t block[3] = {1, 1, 1};
  /// Zero: what the kernel requires, else 1.
  uint32_t cluster[3] = {0, 0, 0};
  uint32_t dynamicSharedBytes = 0;
};

/// Counters of one launch.
struct Statistics {
  uint64_t threadInstructions = 0;
  uint64_t warpInstructions = 0;
  uint64_t globalReadBytes = 0;
  uint64_t globalWriteBytes = 0;
  uint64_t sharedReadBytes = 0;
  uint64_t sharedWriteBytes = 0;
  uint64_t localBytes = 0;
  /// Copies of the asynchronous proxy, counted in global*Bytes as well.
  uint64_t bulkReadBytes = 0;
  uint64_t bulkWriteBytes = 0;
  uint64_t tensorReadBytes = 0;
  uint64_t tensorWriteBytes = 0;
  uint64_t atomics = 0;
  /// Extra shared memory cycles beyond one per 128 bytes.
  uint64_t sharedConflicts = 0;
  uint64_t warpMma = 0;
  uint64_t tensorMma = 0;
  /// Multiply-adds of both kinds.
  uint64_t macs = 0;
  uint64_t asyncOps = 0;
};

/// A kernel parameter, as laid out in the PTX signature.
struct ParamLayout {
  std::string name;
  uint32_t offset = 0;
  uint32_t bytes = 0;
};

/// The parameters that a tensor map holds (the driver's
/// cuTensorMapEncodeTiled), as plain data.
struct TensorMapParams {
  enum Swizzle : uint8_t { None, B32, B64, B128 };
  /// Bytes per element: 1, 2, 4 or 8; 0 means packed 4-bit elements
  /// (16U4_ALIGN8B).
  uint8_t elementBytes = 1;
  bool isFloat = false;
  uint8_t rank = 1;
  Swizzle swizzle = None;
  /// Fill out-of-bounds elements with NaN instead of zero.
  bool nanFill = false;
  uint64_t base = 0;
  /// Sizes in elements, innermost first.
  uint64_t dims[5] = {1, 1, 1, 1, 1};
  /// Bytes between consecutive elements of dimension i + 1.
  uint64_t strides[4] = {0, 0, 0, 0};
  uint32_t box[5] = {1, 1, 1, 1, 1};
  uint32_t elementStrides[5] = {1, 1, 1, 1, 1};
};

/// Encodes `params` into 128 bytes. Returns the reason when a parameter is
/// outside what the driver accepts, otherwise an empty string.
std::string encodeTensorMap(const TensorMapParams &params, uint8_t *out);
/// The inverse; false when the bytes are not an encoded map.
bool decodeTensorMap(const uint8_t *bytes, TensorMapParams &params);

/// Device memory, which several modules may share.
class GlobalMemory;

class Simulator {
public:
  /// Parses and checks a module. Returns null and fills `error` on failure.
  /// The module's variables lie in `memory`, by default one of its own.
  static std::unique_ptr<Simulator>
  create(std::string_view ptx, Diagnostic &error,
         std::shared_ptr<GlobalMemory> memory = nullptr);
  ~Simulator();

  Options &options();

  /// What .target names first, such as sm_100a.
  const std::string &target() const;

  /// Names of the entries, in file order.
  std::vector<std::string> kernels() const;
  /// Decodes `kernel` and returns its parameters; on failure fills `error`.
  bool parameters(const std::string &kernel, std::vector<ParamLayout> &out,
                  Diagnostic &error);

  /// Sets `block` to what the kernel's .reqntid says, if anything.
  void defaultBlock(const std::string &kernel, uint32_t (&block)[3]);

  /// Allocates device memory, 256-byte aligned and surrounded by unmapped
  /// space. Its contents count as uninitialised. Zero bytes are legal.
  uint64_t allocate(uint64_t bytes, const std::string &name);
  bool free(uint64_t address);
  /// Copies to and from device memory; false when out of bounds. `read` does
  /// not require initialised bytes.
  bool write(uint64_t address, const void *data, uint64_t bytes);
  bool read(uint64_t address, void *data, uint64_t bytes) const;
  bool fill(uint64_t address, uint8_t value, uint64_t bytes);
  /// Address and size of a module-scope variable.
  bool global(const std::string &name, uint64_t &address, uint64_t &bytes,
              Diagnostic &error);

  /// Runs `kernel` to completion. `params` is the parameter buffer in the
  /// kernel's layout. Returns false and fills `error` on failure.
  bool launch(const std::string &kernel, const LaunchConfig &config,
              const std::vector<uint8_t> &params, Diagnostic &error);

  /// Counters of the last launch.
  const Statistics &statistics() const;

private:
  Simulator();
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace quartet::sim

#endif // QUARTET_SIMULATOR_SIMULATOR_H
