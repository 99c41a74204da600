//===- Check.h - What expectations call -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C functions that programs with `check` operations call. They report to
// standard error and count failures; they do not end the program. Any number of
// threads may call them at once.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_RUNTIME_CHECK_H
#define QUARTET_RUNTIME_CHECK_H

#include <cstdint>

namespace quartet::check {

/// How elements are stored and printed.
enum class Format : int32_t {
  I1,
  I8,
  I16,
  I32,
  I64,
  F8E4M3FN,
  F8E5M2,
  F8E8M0FNU,
  F16,
  BF16,
  F32,
  F64,
  /// Two codes to a byte along the last dimension.
  F4E2M1FN
};

} // namespace quartet::check

extern "C" {

// A tensor is given as 1 + 2 * rank words: the address of its first element,
// its extents, and its strides, both in stored units (bytes where two
// f4E2M1FN codes share one).

/// `check.expect_eq`. `format` is a quartet::check::Format; `location` is the
/// text before the message.
void quartet_check_expect_eq(const char *location, int32_t format, int64_t rank,
                             const int64_t *got, const int64_t *expected);

/// `check.expect_close`. A `max_relative_squared_error` below 0 selects the
/// element-wise comparison.
void quartet_check_expect_close(const char *location, int32_t format,
                                int64_t rank, const int64_t *got,
                                const int64_t *expected, double rtol,
                                double atol, double max_relative_squared_error);

/// Expectations that did not hold since the process started.
int64_t quartet_check_failures(void);
}

#endif // QUARTET_RUNTIME_CHECK_H
