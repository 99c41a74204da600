//===- EntryPoints.h - What the driver exports ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the entry points with C linkage and the types that the run-time
// library calls them with; a definition with other types does not compile.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_SIMULATOR_DRIVER_ENTRYPOINTS_H
#define QUARTET_LIB_SIMULATOR_DRIVER_ENTRYPOINTS_H

#include "Device.h"

namespace quartet::cuda {
extern "C" {
#define QUARTET_DECLARE(NAME, SYMBOL, TYPES) Result SYMBOL TYPES;
QUARTET_CUDA_ENTRY_POINTS(QUARTET_DECLARE)
QUARTET_CUDA_OPTIONAL_ENTRY_POINTS(QUARTET_DECLARE)
#undef QUARTET_DECLARE
}
} // namespace quartet::cuda

#endif // QUARTET_LIB_SIMULATOR_DRIVER_ENTRYPOINTS_H
