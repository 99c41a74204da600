//===- CarryBits.h - bf16 values as their bits ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_TARGET_COMMON_CARRYBITS_H
#define QUARTET_LIB_TARGET_COMMON_CARRYBITS_H

namespace llvm {
class Module;
} // namespace llvm

namespace quartet::host {

/// Moves scalar bf16 values as the i16 of their bits. A processor without bf16
/// instructions otherwise carries them from block to block as f32, and rounds
/// them back by a call of the compiler's run-time library. Run after
/// optimization, which undoes this. Preserves every bit.
void carryBits(llvm::Module &module);

} // namespace quartet::host

#endif // QUARTET_LIB_TARGET_COMMON_CARRYBITS_H
