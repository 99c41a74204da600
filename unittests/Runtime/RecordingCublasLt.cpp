//===- RecordingCublasLt.cpp - A stand-in for cuBLASLt --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecordingCublasLt.h"

#include <cstring>

using namespace quartet::cublaslt;
using namespace quartet::test;

struct quartet::cublaslt::HandleOpaque {};
struct quartet::cublaslt::MatmulDescOpaque {
  int32_t pointerMode = -1, transA = -1;
};
struct quartet::cublaslt::LayoutOpaque {
  RecordedMatrix matrix;
};
struct quartet::cublaslt::PreferenceOpaque {};

static RecordedProduct record;

static RecordedMatrix describe(const void *data, Layout layout) {
  RecordedMatrix matrix = layout->matrix;
  matrix.data = data;
  return matrix;
}

namespace quartet::cublaslt {
extern "C" {
// Declared with the types that the run-time library calls.
#define QUARTET_DECLARE(NAME, SYMBOL, TYPES) Status SYMBOL TYPES;
QUARTET_CUBLASLT_ENTRY_POINTS(QUARTET_DECLARE)
#undef QUARTET_DECLARE

RecordedProduct *quartetGetRecord() { return &record; }

const char *cublasLtGetStatusString(Status status) {
  return status == ErrorNotSupported ? "not supported" : "invalid value";
}

Status cublasLtCreate(Handle *handle) {
  *handle = new HandleOpaque();
  ++record.handles;
  return Success;
}

Status cublasLtMatmulDescCreate(MatmulDesc *desc, ComputeType compute,
                                DataType scale) {
  *desc = new MatmulDescOpaque();
  return compute == Compute32F && scale == F32 ? Success : ErrorInvalidValue;
}
Status cublasLtMatmulDescDestroy(MatmulDesc desc) {
  delete desc;
  return Success;
}
Status cublasLtMatmulDescSetAttribute(MatmulDesc desc, DescAttribute attribute,
                                      const void *value, size_t bytes) {
  if (bytes != sizeof(int32_t))
    return ErrorInvalidValue;
  std::memcpy(attribute == DescTransA ? &desc->transA : &desc->pointerMode,
              value, bytes);
  return Success;
}

Status cublasLtMatrixLayoutCreate(Layout *layout, DataType type, uint64_t rows,
                                  uint64_t columns, int64_t leading) {
  *layout = new LayoutOpaque();
  (*layout)->matrix.type = type;
  (*layout)->matrix.rows = rows;
  (*layout)->matrix.columns = columns;
  (*layout)->matrix.leading = leading;
  return Success;
}
Status cublasLtMatrixLayoutDestroy(Layout layout) {
  delete layout;
  return Success;
}
Status cublasLtMatrixLayoutSetAttribute(Layout layout,
                                        LayoutAttribute attribute,
                                        const void *value, size_t bytes) {
  bool isCount = attribute == LayoutBatchCount;
  if (bytes != (isCount ? sizeof(int32_t) : sizeof(int64_t)))
    return ErrorInvalidValue;
  std::memcpy(isCount ? static_cast<void *>(&layout->matrix.batches)
                      : &layout->matrix.batchStride,
              value, bytes);
  return Success;
}

Status cublasLtMatmulPreferenceCreate(Preference *preference) {
  *preference = new PreferenceOpaque();
  return Success;
}
Status cublasLtMatmulPreferenceDestroy(Preference preference) {
  delete preference;
  return Success;
}
Status cublasLtMatmulPreferenceSetAttribute(Preference,
                                            PreferenceAttribute attribute,
                                            const void *value, size_t bytes) {
  bool isWorkspace = attribute == PreferenceWorkspaceBytes;
  if (bytes != (isWorkspace ? sizeof(uint64_t) : sizeof(uint32_t)))
    return ErrorInvalidValue;
  if (isWorkspace)
    std::memcpy(&record.preferredBytes, value, bytes);
  else if (attribute == PreferenceAlignmentA)
    std::memcpy(&record.alignmentA, value, bytes);
  else if (attribute == PreferenceAlignmentD)
    std::memcpy(&record.alignmentD, value, bytes);
  return Success;
}

Status cublasLtMatmulAlgoGetHeuristic(Handle, MatmulDesc, Layout, Layout,
                                      Layout, Layout, Preference, int wanted,
                                      HeuristicResult *results, int *count) {
  ++record.heuristics;
  *count = record.knowsNone ? 0 : 1;
  if (wanted >= 1)
    results[0].algorithm.data[0] = 42;
  return Success;
}

Status cublasLtMatmul(Handle, MatmulDesc desc, const void *alpha, const void *a,
                      Layout aLayout, const void *b, Layout bLayout,
                      const void *beta, const void *c, Layout cLayout, void *d,
                      Layout dLayout, const Algorithm *algorithm,
                      void *workspace, size_t workspaceBytes, Stream stream) {
  if (algorithm->data[0] != 42)
    return ErrorInvalidValue;
  ++record.products;
  record.a = describe(a, aLayout);
  record.b = describe(b, bLayout);
  record.c = describe(c, cLayout);
  record.d = describe(d, dLayout);
  record.pointerMode = desc->pointerMode;
  record.transA = desc->transA;
  record.alpha = alpha;
  record.beta = beta;
  record.workspace = workspace;
  record.workspaceBytes = workspaceBytes;
  record.stream = stream;
  Status status = static_cast<Status>(record.nextStatus);
  record.nextStatus = Success;
  return status;
}
}
} // namespace quartet::cublaslt
