//===- Driver.h - The driver that was opened --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of entry points, the calling thread's error text, and the steps
// with which the functions of the library begin: a driver, then a context.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_RUNTIME_DEVICE_DRIVER_H
#define QUARTET_LIB_RUNTIME_DEVICE_DRIVER_H

#include "quartet/Runtime/Device.h"
#include "quartet/Support/CudaDriver.h"

#include <string>

namespace quartet::cuda {

/// Entry points of a driver; the optional ones may be null.
struct Driver {
#define QUARTET_MEMBER(NAME, SYMBOL, TYPES) Result(*NAME) TYPES = nullptr;
  QUARTET_CUDA_ENTRY_POINTS(QUARTET_MEMBER)
  QUARTET_CUDA_OPTIONAL_ENTRY_POINTS(QUARTET_MEMBER)
#undef QUARTET_MEMBER
  /// Whether NVIDIA's libraries can work with it: they need entry points beyond
  /// the driver's documented interface, which the simulator does not have.
  bool servesLibraries = false;
};

/// The open driver, opened if it was not. Null after an error.
const Driver *getDriver();

/// The same with a context that is current on this thread.
const Driver *getReadyDriver();

/// Sets the thread's error text to `message`, as one line. Returns
/// QUARTET_DEVICE_ERROR.
int32_t fail(std::string message);

/// "cuMemAlloc: CUDA_ERROR_OUT_OF_MEMORY: out of memory".
std::string describe(const Driver &driver, const char *function, Result result);

/// 0, or `fail` with what `describe` says.
int32_t check(const Driver &driver, const char *function, Result result);

/// Sets the error text: where, which kernel, what. Returns
/// QUARTET_DEVICE_ERROR.
int32_t failLaunch(const quartet_launch_desc &launch,
                   const std::string &problem);

} // namespace quartet::cuda

#endif // QUARTET_LIB_RUNTIME_DEVICE_DRIVER_H
