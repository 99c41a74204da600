//===- MatmulLibrary.cpp - Products by cuBLASLt ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cuBLASLt's matrices are column-major, so it is asked for D^T = B A^T: its
// first operand is B, a k x n matrix that it transposes, its second A, k x m.
//
//===----------------------------------------------------------------------===//

#include "MatmulLibrary.h"

#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <memory>
#include <sstream>

using namespace quartet;
using namespace quartet::cublaslt;

Library *Library::open(const std::string &names, std::string &problem) {
  void *opened = nullptr;
  std::istringstream candidates(names);
  std::string name, reasons;
  while (!opened && candidates >> name) {
    opened = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    const char *reason = opened ? nullptr : dlerror();
    if (!opened)
      reasons += (reasons.empty() ? "" : "; ") +
                 std::string(reason ? reason : "unknown reason");
  }
  if (!opened) {
    problem = "cannot open cuBLASLt: " + reasons +
              " (QUARTET_MATMUL=kernel does without)";
    return nullptr;
  }
  std::unique_ptr<Library> library(new Library());
  auto lookup = [&](auto &function, const char *symbol) {
    void *address = dlsym(opened, symbol);
    std::memcpy(&function, &address, sizeof(address));
    if (!address)
      problem = "expects the library '" + name + "' to define " + symbol;
    return address != nullptr;
  };
#define QUARTET_LOOKUP(NAME, SYMBOL, TYPES)                                    \
  if (!lookup(library->NAME, #SYMBOL))                                         \
    return nullptr;
  QUARTET_CUBLASLT_ENTRY_POINTS(QUARTET_LOOKUP)
#undef QUARTET_LOOKUP
  if (!lookup(library->getStatusString, "cublasLtGetStatusString"))
    return nullptr;
  // Never closed: programs and graphs hold what it has made.
  return library.release();
}

bool Library::check(const char *function, Status status, std::string &problem) {
  if (status == Success)
    return true;
  const char *text = getStatusString(status);
  problem = std::string(function) + ": " +
            (text ? std::string(text) : "status " + std::to_string(status));
  return false;
}

Handle Library::getHandle(cuda::Context context, std::string &problem) {
  Handle &handle = handles[context];
  if (!handle && !check("cublasLtCreate", create(&handle), problem))
    handle = nullptr;
  return handle;
}

bool Library::makeLayout(Layout &layout, DataType type, int64_t rows,
                         int64_t columns, int64_t batches, int64_t batchStride,
                         std::string &problem) {
  auto count = static_cast<int32_t>(batches);
  return check("cublasLtMatrixLayoutCreate",
               layoutCreate(&layout, type, static_cast<uint64_t>(rows),
                            static_cast<uint64_t>(columns), rows),
               problem) &&
         check("cublasLtMatrixLayoutSetAttribute",
               layoutSet(layout, LayoutBatchCount, &count, sizeof(count)),
               problem) &&
         check("cublasLtMatrixLayoutSetAttribute",
               layoutSet(layout, LayoutBatchStride, &batchStride,
                         sizeof(batchStride)),
               problem);
}

/// The largest power of two up to 256 that divides the address.
static uint32_t getAlignment(const void *pointer) {
  auto address = reinterpret_cast<uintptr_t>(pointer) | 256;
  return static_cast<uint32_t>(address & (~address + 1));
}

bool Library::makePlan(const Product &p, Handle handle, Plan &plan,
                       std::string &problem) {
  auto set = [&](DescAttribute attribute, int32_t value) {
    return check("cublasLtMatmulDescSetAttribute",
                 matmulDescSet(plan.desc, attribute, &value, sizeof(value)),
                 problem);
  };
  if (!check("cublasLtMatmulDescCreate",
             matmulDescCreate(&plan.desc, Compute32F, F32), problem) ||
      !set(DescPointerMode, PointersToDevice) || !set(DescTransA, Transpose) ||
      !makeLayout(plan.b, BF16, p.k, p.n, p.batches, p.bRows * p.k, problem) ||
      !makeLayout(plan.a, BF16, p.k, p.m, p.batches, p.aRows * p.k, problem) ||
      !makeLayout(plan.d, p.resultType, p.n, p.m, p.batches, p.m * p.n,
                  problem))
    return false;

  Preference preference;
  if (!check("cublasLtMatmulPreferenceCreate", preferenceCreate(&preference),
             problem))
    return false;
  const std::pair<PreferenceAttribute, const void *> alignments[] = {
      {PreferenceAlignmentA, p.b},
      {PreferenceAlignmentB, p.a},
      {PreferenceAlignmentC, p.d},
      {PreferenceAlignmentD, p.d}};
  bool isSet = check("cublasLtMatmulPreferenceSetAttribute",
                     preferenceSet(preference, PreferenceWorkspaceBytes,
                                   &p.workspaceBytes, sizeof(p.workspaceBytes)),
                     problem);
  for (const auto &[attribute, pointer] : alignments) {
    uint32_t bytes = getAlignment(pointer);
    isSet = isSet &&
            check("cublasLtMatmulPreferenceSetAttribute",
                  preferenceSet(preference, attribute, &bytes, sizeof(bytes)),
                  problem);
  }
  HeuristicResult result = {};
  int count = 0;
  bool isFound =
      isSet && check("cublasLtMatmulAlgoGetHeuristic",
                     getHeuristic(handle, plan.desc, plan.b, plan.a, plan.d,
                                  plan.d, preference, 1, &result, &count),
                     problem);
  preferenceDestroy(preference);
  if (isFound && (count == 0 || result.status != Success)) {
    problem = "cublasLtMatmulAlgoGetHeuristic: no algorithm for this product";
    isFound = false;
  }
  plan.algorithm = result.algorithm;
  return isFound;
}

const Library::Plan *Library::getPlan(const Product &p, cuda::Context context,
                                      Handle handle, std::string &problem) {
  auto number = [](int64_t value) { return static_cast<uint64_t>(value); };
  Key key = {reinterpret_cast<uintptr_t>(context),
             number(p.batches),
             number(p.m),
             number(p.n),
             number(p.k),
             number(p.aRows),
             number(p.bRows),
             number(p.resultType),
             getAlignment(p.a),
             getAlignment(p.b),
             getAlignment(p.d),
             p.workspaceBytes};
  auto known = plans.find(key);
  if (known != plans.end())
    return &known->second;
  Plan plan;
  if (makePlan(p, handle, plan, problem))
    return &plans.emplace(key, plan).first->second;
  for (Layout layout : {plan.a, plan.b, plan.d})
    if (layout)
      layoutDestroy(layout);
  if (plan.desc)
    matmulDescDestroy(plan.desc);
  return nullptr;
}

bool Library::run(const Product &p, cuda::Context context, cuda::Stream stream,
                  std::string &problem) {
  Handle handle;
  const Plan *plan;
  {
    std::lock_guard<std::mutex> lock(mutex);
    handle = getHandle(context, problem);
    plan = handle ? getPlan(p, context, handle, problem) : nullptr;
  }
  // A plan is not changed any more and stays where it is.
  return plan &&
         check("cublasLtMatmul",
               matmul(handle, plan->desc, p.factors, p.b, plan->b, p.a, plan->a,
                      p.factors + 1, p.d, plan->d, p.d, plan->d,
                      &plan->algorithm, p.workspace, p.workspaceBytes,
                      reinterpret_cast<Stream>(stream)),
               problem);
}
