//===- Rates.cpp - How fast chips with tensor memory are ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Multiply-adds, multiprocessors, shared memory and the memory's rate are those
// of published tables of B200, which B300 shares for instructions of 64
// elements of K. The others are estimates, to be replaced by measurements on a
// chip.
//
//===----------------------------------------------------------------------===//

#include "Rates.h"

using namespace quartet;

static GemmRates makeRates() {
  GemmRates rates;
  rates.resources.multiprocessors = 148;
  rates.resources.sharedBytes = 232448;
  rates.macsPerClock = 16384;
  rates.memoryBytesPerSecond = 8.0e12;
  // Estimate: 148 multiprocessors * 32768 operations * 1.85 GHz are the 9
  // PFLOP/s of the tables.
  rates.clockHz = 1.85e9;
  // Estimate: L2 to shared memory; no public figure.
  rates.copyBytesPerClock = 96;
  // Estimates from instruction counts.
  rates.vectorColumnClocks = 8;
  rates.elementColumnClocks = 30;
  // Estimate: launch, set-up, first copies, last stores.
  rates.fixedClocks = 4000;
  return rates;
}

const GemmRates &sm100a::getRates() {
  static const GemmRates rates = makeRates();
  return rates;
}
