//===- Rates.h - How fast chips with tensor memory are ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_TARGET_SM100A_RATES_H
#define QUARTET_LIB_TARGET_SM100A_RATES_H

#include "quartet/Conversion/NVFP4ToTCGen05/GemmModel.h"

namespace quartet::sm100a {

/// What the GEMM's cost model is told about B200 and B300.
const GemmRates &getRates();

} // namespace quartet::sm100a

#endif // QUARTET_LIB_TARGET_SM100A_RATES_H
