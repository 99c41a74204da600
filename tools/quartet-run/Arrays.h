//===- Arrays.h - Arguments and results as .npy files -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types of a compiled entry against those of NumPy. NumPy has no bf16, fp8
// or fp4: their bits cross as uint16, uint8, and uint8 with two codes to a
// byte.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_TOOLS_QUARTET_RUN_ARRAYS_H
#define QUARTET_TOOLS_QUARTET_RUN_ARRAYS_H

#include "quartet/Support/Npy.h"
#include "quartet/Target/Host/Jit.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <memory>
#include <string>
#include <vector>

namespace quartet::tools {

/// Memory aligned as the C ABI wants it.
struct AlignedMemory {
  std::unique_ptr<void, void (*)(void *)> data{nullptr, nullptr};

  /// `bytes` bytes, zero; false if there is not so much.
  bool allocate(size_t bytes);
};

/// One argument or result in memory.
struct TensorBuffer {
  AlignedMemory memory;
  std::vector<int64_t> shape;
  size_t bytes = 0;

  HostBuffer get() const { return {memory.data.get(), shape}; }
};

/// "bf16 (uint16) of shape (?, 64)".
std::string describe(const TensorSpec &spec);

/// Reads `path` for argument `index` of `signature` and compares types and
/// shapes. False and a whole message otherwise.
bool readArgument(const Signature &signature, size_t index,
                  const std::string &path, TensorBuffer &buffer,
                  std::string &error);

/// A rank-0 buffer with the seed.
bool makeSeed(int64_t seed, TensorBuffer &buffer);

/// Room for a result of `shape`.
bool makeResult(const TensorSpec &spec, const std::vector<int64_t> &shape,
                TensorBuffer &buffer, std::string &error);

/// The array as which `buffer`, of the type of `spec`, is written.
npy::Array toArray(const TensorSpec &spec, const TensorBuffer &buffer);

} // namespace quartet::tools

#endif // QUARTET_TOOLS_QUARTET_RUN_ARRAYS_H
