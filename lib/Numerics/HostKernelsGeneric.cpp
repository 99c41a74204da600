//===- HostKernelsGeneric.cpp - Host kernels, any processor --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The instantiation that runs everywhere.
//
//===----------------------------------------------------------------------===//

#include "HostKernelsImpl.h"

using namespace quartet::numerics;

const host::HostKernels &host::getGenericKernels() {
  return Kernels<0>::kTable;
}
