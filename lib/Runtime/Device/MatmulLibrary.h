//===- MatmulLibrary.h - Products by cuBLASLt -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A library that was opened by name, and the plans it has made: algorithm and
// descriptions of operands, one per context and extents, kept for good.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_RUNTIME_DEVICE_MATMULLIBRARY_H
#define QUARTET_LIB_RUNTIME_DEVICE_MATMULLIBRARY_H

#include "quartet/Support/CublasLt.h"
#include "quartet/Support/CudaDriver.h"

#include <array>
#include <map>
#include <mutex>
#include <string>

namespace quartet::cublaslt {

/// D (m x n) = alpha A (aRows x k) B (bRows x k)^T + beta D, row-major.
struct Product {
  int64_t batches, m, n, k, aRows, bRows;
  DataType resultType;
  const void *a, *b;
  void *d;
  /// alpha, beta.
  const float *factors;
  void *workspace;
  uint64_t workspaceBytes;
};

class Library {
public:
  /// Opens one of `names`, separated by spaces. Null and a message in `problem`
  /// if none can be.
  static Library *open(const std::string &names, std::string &problem);

  /// Puts `product` on `stream`. False and a message in `problem` if it fails.
  bool run(const Product &product, cuda::Context context, cuda::Stream stream,
           std::string &problem);

private:
  /// Whatever decides about the algorithm.
  using Key = std::array<uint64_t, 12>;

  struct Plan {
    MatmulDesc desc = nullptr;
    Layout a = nullptr, b = nullptr, d = nullptr;
    Algorithm algorithm = {};
  };

  Library() = default;
  Handle getHandle(cuda::Context context, std::string &problem);
  const Plan *getPlan(const Product &product, cuda::Context context,
                      Handle handle, std::string &problem);
  bool makePlan(const Product &product, Handle handle, Plan &plan,
                std::string &problem);
  bool makeLayout(Layout &layout, DataType type, int64_t rows, int64_t columns,
                  int64_t batches, int64_t batchStride, std::string &problem);
  bool check(const char *function, Status status, std::string &problem);

#define QUARTET_MEMBER(NAME, SYMBOL, TYPES) Status(*NAME) TYPES = nullptr;
  QUARTET_CUBLASLT_ENTRY_POINTS(QUARTET_MEMBER)
#undef QUARTET_MEMBER
  const char *(*getStatusString)(Status) = nullptr;

  std::mutex mutex;
  std::map<cuda::Context, Handle> handles;
  std::map<Key, Plan> plans;
};

} // namespace quartet::cublaslt

#endif // QUARTET_LIB_RUNTIME_DEVICE_MATMULLIBRARY_H
