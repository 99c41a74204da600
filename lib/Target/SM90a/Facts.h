//===- Facts.h - Hopper
//-------------------------------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_TARGET_SM90A_FACTS_H
#define QUARTET_LIB_TARGET_SM90A_FACTS_H

#include "quartet/Target/Common/GPU/Chip.h"

namespace quartet::sm90a {

/// Hopper with its own instructions.
llvm::ArrayRef<device::Chip> getChips();

} // namespace quartet::sm90a

#endif // QUARTET_LIB_TARGET_SM90A_FACTS_H
