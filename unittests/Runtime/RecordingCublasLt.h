//===- RecordingCublasLt.h - A stand-in for cuBLASLt ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A library with cuBLASLt's entry points that computes nothing and writes down
// what it is asked, so that a machine without a GPU can check the questions.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_UNITTESTS_RUNTIME_RECORDINGCUBLASLT_H
#define QUARTET_UNITTESTS_RUNTIME_RECORDINGCUBLASLT_H

#include "quartet/Support/CublasLt.h"

namespace quartet::test {

struct RecordedMatrix {
  const void *data = nullptr;
  int type = -1;
  uint64_t rows = 0, columns = 0;
  int64_t leading = 0, batchStride = 0;
  int32_t batches = 0;
};

/// The last product, and how often what was called.
struct RecordedProduct {
  int handles = 0, heuristics = 0, products = 0;
  RecordedMatrix a, b, c, d;
  int32_t pointerMode = -1, transA = -1;
  const void *alpha = nullptr, *beta = nullptr;
  const void *workspace = nullptr;
  size_t workspaceBytes = 0;
  void *stream = nullptr;
  uint64_t preferredBytes = 0;
  uint32_t alignmentA = 0, alignmentD = 0;
  /// Set by the test: what the next product returns.
  int nextStatus = 0;
  /// Set by the test: no product has an algorithm.
  bool knowsNone = false;
};

/// Exported by the library: the record.
using GetRecordFn = RecordedProduct *();

} // namespace quartet::test

#endif // QUARTET_UNITTESTS_RUNTIME_RECORDINGCUBLASLT_H
