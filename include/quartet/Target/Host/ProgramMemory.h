//===- ProgramMemory.h - Memory that is not this process's ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs for a GPU are host programs whose entries take buffers in the GPU's
// memory. This interface is all that calling them needs of a device.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_TARGET_HOST_PROGRAMMEMORY_H
#define QUARTET_TARGET_HOST_PROGRAMMEMORY_H

#include "llvm/Support/Error.h"

#include <cstdint>

namespace quartet {

class ProgramMemory {
public:
  virtual ~ProgramMemory();

  /// `bytes` bytes, aligned as entries want them; null for none.
  virtual llvm::Expected<void *> allocate(uint64_t bytes) = 0;
  virtual void free(void *memory) = 0;
  virtual llvm::Error copyIn(void *target, const void *source,
                             uint64_t bytes) = 0;
  /// Waits for the work of the entries called so far.
  virtual llvm::Error copyOut(void *target, const void *source,
                              uint64_t bytes) = 0;
  /// The queue that entries are called with.
  virtual void *getStream() = 0;
  /// Why an entry returned QUARTET_DEVICE_ERROR.
  virtual llvm::Error getError() = 0;
};

} // namespace quartet

#endif // QUARTET_TARGET_HOST_PROGRAMMEMORY_H
