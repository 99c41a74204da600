//===- ByValue.h - Kernel arguments passed by value -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What quartet-kernel-abi tells quartet-finish-kernels, because the lowering
// between them drops these attributes of arguments.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_TARGET_COMMON_GPU_BYVALUE_H
#define QUARTET_LIB_TARGET_COMMON_GPU_BYVALUE_H

#include "llvm/ADT/StringRef.h"

namespace quartet::device {

/// On a kernel: the positions of its arguments that are tensor maps.
constexpr llvm::StringLiteral kByValueAttr = "quartet.by_value";

/// A tensor map (CUDA driver API, CUtensorMap).
constexpr unsigned kByValueBytes = 128;
constexpr unsigned kByValueAlignment = 64;

} // namespace quartet::device

#endif // QUARTET_LIB_TARGET_COMMON_GPU_BYVALUE_H
