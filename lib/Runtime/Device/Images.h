//===- Images.h - Loaded device code ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every image keeps a list of the contexts it was loaded into, and for each the
// kernels that were looked up. Both lists only grow at their head until the
// image is unloaded, so readers take no lock.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_RUNTIME_DEVICE_IMAGES_H
#define QUARTET_LIB_RUNTIME_DEVICE_IMAGES_H

#include "Driver.h"

#include <atomic>
#include <vector>

namespace quartet::cuda {

/// One kernel of a loaded image.
struct Kernel {
  std::string name;
  Function function = nullptr;
  /// Sizes of the parameters in bytes, if the driver tells them.
  bool hasParamSizes = false;
  std::vector<size_t> paramSizes;
  /// What the driver has been told that launches may ask for.
  std::atomic<uint32_t> sharedBytes{0};
  std::atomic<bool> allowsLargeClusters{false};
  Kernel *next = nullptr;
};

/// One context's copy of an image.
struct LoadedImage {
  Context context = nullptr;
  Module module = nullptr;
  std::atomic<Kernel *> kernels{nullptr};
  LoadedImage *next = nullptr;
};

/// The copy of `image` in the current context, loaded if necessary. Null after
/// an error.
LoadedImage *getLoadedImage(const Driver &driver, quartet_image &image);

/// The kernel `name`; null after an error.
Kernel *getKernel(const Driver &driver, const quartet_image &image,
                  LoadedImage &loaded, const char *name);

} // namespace quartet::cuda

#endif // QUARTET_LIB_RUNTIME_DEVICE_IMAGES_H
