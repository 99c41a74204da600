//===- Facts.h - Chips with tensor memory -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_TARGET_SM100A_FACTS_H
#define QUARTET_LIB_TARGET_SM100A_FACTS_H

#include "quartet/Target/Common/GPU/Chip.h"

namespace quartet::sm100a {

/// Data-centre Blackwell and what shares its instructions.
llvm::ArrayRef<device::Chip> getChips();

} // namespace quartet::sm100a

#endif // QUARTET_LIB_TARGET_SM100A_FACTS_H
