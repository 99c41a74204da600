//===- HostKernelsAVX2.cpp - Host kernels, x86-64 with AVX2 and FMA ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled with -mavx2 -mfma on x86-64; see HostMatrix.cpp for the choice at
// run time.
//
//===----------------------------------------------------------------------===//

#include "HostKernelsImpl.h"

using namespace quartet::numerics;

const host::HostKernels *host::getAVX2Kernels() {
#if defined(__AVX2__) && defined(__FMA__)
  return &Kernels<1>::kTable;
#else
  return nullptr;
#endif
}
