//===- LaunchAttributes.h - Marks on launches -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Discardable attributes of gpu.launch_func that the lowering of launches to
// calls of the run-time library understands.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_CONVERSION_COMMON_LAUNCHATTRIBUTES_H
#define QUARTET_CONVERSION_COMMON_LAUNCHATTRIBUTES_H

#include "llvm/ADT/StringRef.h"

namespace quartet {

/// A string: the function of quartet/Runtime/Device.h that is called in place
/// of `quartet_launch`, with the same arguments. It may do the kernel's work by
/// other means.
constexpr llvm::StringLiteral kLibraryFunctionAttr = "quartet.library_function";

} // namespace quartet

#endif // QUARTET_CONVERSION_COMMON_LAUNCHATTRIBUTES_H
