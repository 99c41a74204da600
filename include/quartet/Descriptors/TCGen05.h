//===- TCGen05.h - Descriptors of fifth-generation tensor cores -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The 32-bit instruction descriptor of block-scaled tcgen05.mma (PTX ISA
// 9.7.16.4.2, kinds mxf4 and mxf4nvf4) and the 64-bit shared-memory descriptor
// of tcgen05.mma and tcgen05.cp (9.7.16.4.1): one record each, with its
// encoder, decoder, check and description in words. The compiler encodes, the
// printer and the simulator decode; decode(encode(d)) == d for every valid
// record. No MLIR here.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_DESCRIPTORS_TCGEN05_H
#define QUARTET_DESCRIPTORS_TCGEN05_H

#include <cstdint>
#include <string>

namespace quartet {
namespace tcgen05 {

/// What one block-scaled MMA instruction computes. Types are those of kinds
/// mxf4 and mxf4nvf4, where E2M1 has code 1 (it is 5 in other kinds).
struct InstructionDescriptor {
  /// Rows of A and of D, over both CTAs of a pair: 128 or 256.
  uint32_t m = 128;
  /// Rows of B, columns of D, over both CTAs of a pair: 8..256.
  uint32_t n = 128;
  /// Elements contracted by one instruction: 64, or 96 on sm_103a.
  uint32_t k = 64;
  uint32_t aType = 1; ///< element type code, 1 = E2M1
  uint32_t bType = 1; ///< element type code, 1 = E2M1
  /// Type of both operands' block scales: UE4M3, or UE8M0.
  bool scaleIsE8M0 = false;
  /// Which byte of a scale word comes first; 0 or 2.
  uint32_t scaleIdA = 0;
  uint32_t scaleIdB = 0;
  bool negateA = false;
  bool negateB = false;
  bool transposeA = false;
  bool transposeB = false;
  bool sparse = false;
  /// Bits that PTX reserves; zero in every valid descriptor.
  uint32_t reserved = 0;

  friend bool operator==(const InstructionDescriptor &a,
                         const InstructionDescriptor &b) {
    return a.m == b.m && a.n == b.n && a.k == b.k && a.aType == b.aType &&
           a.bType == b.bType && a.scaleIsE8M0 == b.scaleIsE8M0 &&
           a.scaleIdA == b.scaleIdA && a.scaleIdB == b.scaleIdB &&
           a.negateA == b.negateA && a.negateB == b.negateB &&
           a.transposeA == b.transposeA && a.transposeB == b.transposeB &&
           a.sparse == b.sparse && a.reserved == b.reserved;
  }
};

/// The descriptor's bits. Fields are masked to their width, so check first.
uint32_t encode(const InstructionDescriptor &descriptor);

/// The record whose bits these are; reserved bits that are set are kept.
InstructionDescriptor decodeInstruction(uint32_t bits);

/// Empty if dense NVFP4 hardware of `ctaGroup` (1 or 2) accepts the descriptor,
/// else the reason, as a lower-case phrase with the value and the legal range.
std::string getInvalidReason(const InstructionDescriptor &descriptor,
                             unsigned ctaGroup);

/// One line in words.
std::string describe(const InstructionDescriptor &descriptor);

/// How 16-byte chunks of shared memory are permuted; the values are the
/// descriptor's codes.
enum class Swizzle : uint32_t {
  None = 0,
  Bytes128Atom32 = 1,
  Bytes128 = 2,
  Bytes64 = 4,
  Bytes32 = 6,
};

/// Where an operand lies in shared memory. All offsets are in bytes and
/// multiples of 16.
struct SharedDescriptor {
  /// Shared-memory address of the first row, below 256 KiB.
  uint32_t address = 0;
  /// Distance of adjacent 16-byte columns (unswizzled), or an absolute address
  /// if `absoluteLeading`; ignored by swizzled K-major operands.
  uint32_t leadingBytes = 0;
  /// Distance of groups of 8 rows.
  uint32_t strideBytes = 0;
  /// (start of the swizzle pattern >> 7) & 7; 0 for an aligned pattern.
  uint32_t baseOffset = 0;
  bool absoluteLeading = false;
  Swizzle swizzle = Swizzle::None;
  /// The fixed bits 46..48; 1 on tcgen05, 0 in descriptors made for sm_90.
  uint32_t version = 1;
  /// Bits that PTX reserves, in place; zero in every valid descriptor.
  uint64_t reserved = 0;

  friend bool operator==(const SharedDescriptor &a, const SharedDescriptor &b) {
    return a.address == b.address && a.leadingBytes == b.leadingBytes &&
           a.strideBytes == b.strideBytes && a.baseOffset == b.baseOffset &&
           a.absoluteLeading == b.absoluteLeading && a.swizzle == b.swizzle &&
           a.version == b.version && a.reserved == b.reserved;
  }
};

/// The descriptor's bits. Fields are masked to their width, so check first.
uint64_t encode(const SharedDescriptor &descriptor);

/// The record whose bits these are; reserved bits that are set are kept.
SharedDescriptor decodeShared(uint64_t bits);

/// Empty if the descriptor is well formed, else the reason, as a lower-case
/// phrase with the value and the legal range.
std::string getInvalidReason(const SharedDescriptor &descriptor);

/// One line in words.
std::string describe(const SharedDescriptor &descriptor);

/// The address at which a swizzled layout keeps the byte whose linear address
/// is `address`: for 128-byte swizzle, bits 4..6 are xored with bits 7..9, for
/// 64 bytes bits 4..5 with 7..8, for 32 bytes bit 4 with bit 7.
uint32_t swizzleAddress(uint32_t address, Swizzle swizzle);

} // namespace tcgen05
} // namespace quartet

#endif // QUARTET_DESCRIPTORS_TCGEN05_H
