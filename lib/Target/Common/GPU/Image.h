//===- Image.h - Device code inside a host program --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_TARGET_COMMON_GPU_IMAGE_H
#define QUARTET_LIB_TARGET_COMMON_GPU_IMAGE_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
} // namespace llvm

namespace quartet::device {

/// Defines the image of the gpu.module `name` (quartet_image of
/// quartet/Runtime/Device.h) in `host`, which declares it if it launches
/// kernels: the cubin, then the PTX for drivers that do not take it.
void defineImage(llvm::Module &host, llvm::StringRef name,
                 llvm::StringRef cubin, llvm::StringRef ptx);

} // namespace quartet::device

#endif // QUARTET_LIB_TARGET_COMMON_GPU_IMAGE_H
