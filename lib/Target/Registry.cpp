//===- Registry.cpp - The list of targets ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Targets.inc, written by cmake/QuartetTargets.cmake, names the folders of
// targets.
//
//===----------------------------------------------------------------------===//

#include "quartet/Target/Target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace quartet;

namespace quartet {
#define QUARTET_TARGET(Folder)                                                 \
  llvm::ArrayRef<const Target *> get##Folder##Targets();
#include "Targets.inc"
#undef QUARTET_TARGET
} // namespace quartet

llvm::ArrayRef<const Target *> quartet::getTargets() {
  static const llvm::SmallVector<const Target *> targets = [] {
    llvm::SmallVector<const Target *> list;
#define QUARTET_TARGET(Folder) llvm::append_range(list, get##Folder##Targets());
#include "Targets.inc"
#undef QUARTET_TARGET
    llvm::sort(list, [](const Target *a, const Target *b) {
      return a->getName() < b->getName();
    });
    return list;
  }();
  return targets;
}

const Target *quartet::findTarget(llvm::StringRef name) {
  for (const Target *target : getTargets())
    if (target->getName() == name)
      return target;
  return nullptr;
}
