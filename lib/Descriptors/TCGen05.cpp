//===- TCGen05.cpp - Descriptors of fifth-generation tensor cores ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quartet/Descriptors/TCGen05.h"

#include <cstdio>

using namespace quartet::tcgen05;

namespace {

/// Bits [first, first + width) of a descriptor.
struct Field {
  unsigned first;
  unsigned width;

  constexpr uint64_t mask() const { return ((1ull << width) - 1) << first; }
  constexpr uint64_t put(uint64_t value) const {
    return (value << first) & mask();
  }
  constexpr uint32_t get(uint64_t bits) const {
    return uint32_t((bits & mask()) >> first);
  }
};

// Instruction descriptor, PTX ISA 9.7.16.4.2.
constexpr Field kSparse{2, 1}, kScaleIdB{4, 2}, kTypeA{7, 3}, kTypeB{10, 2},
    kNegateA{13, 1}, kNegateB{14, 1}, kTransposeA{15, 1}, kTransposeB{16, 1},
    kN{17, 6}, kScaleType{23, 1}, kM{27, 2}, kScaleIdA{29, 2}, kK96{31, 1};
constexpr Field kInstructionFields[] = {
    kSparse,  kScaleIdB,   kTypeA,      kTypeB, kNegateA,
    kNegateB, kTransposeA, kTransposeB, kN,     kScaleType,
    kM,       kScaleIdA,   kK96};

// Shared-memory descriptor, PTX ISA 9.7.16.4.1.
constexpr Field kAddress{0, 14}, kLeading{16, 14}, kStride{32, 14},
    kVersion{46, 3}, kBaseOffset{49, 3}, kAbsolute{52, 1}, kSwizzle{61, 3};
constexpr Field kSharedFields[] = {kAddress,    kLeading,  kStride, kVersion,
                                   kBaseOffset, kAbsolute, kSwizzle};

/// Addresses and offsets are stored in units of 16 bytes.
constexpr unsigned kUnitShift = 4;
constexpr uint32_t kUnitMask = (1u << kUnitShift) - 1;
/// The shared-memory window a descriptor can address.
constexpr uint32_t kWindowBytes = 1u << 18;

template <size_t Size>
uint64_t reservedBits(const Field (&fields)[Size], uint64_t bits) {
  for (const Field &field : fields)
    bits &= ~field.mask();
  return bits;
}

std::string number(uint64_t value) { return std::to_string(value); }

std::string hex(uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof(text), "0x%llx", (unsigned long long)value);
  return text;
}

std::string expects(const char *what, uint32_t value) {
  return std::string("expects ") + what + ", but got " + number(value);
}

} // namespace

//===----------------------------------------------------------------------===//
// Instruction descriptor
//===----------------------------------------------------------------------===//

uint32_t quartet::tcgen05::encode(const InstructionDescriptor &d) {
  uint64_t bits = d.reserved;
  bits |= kSparse.put(d.sparse) | kScaleIdB.put(d.scaleIdB) |
          kTypeA.put(d.aType) | kTypeB.put(d.bType) | kNegateA.put(d.negateA) |
          kNegateB.put(d.negateB) | kTransposeA.put(d.transposeA) |
          kTransposeB.put(d.transposeB) | kN.put(d.n >> 3) |
          kScaleType.put(d.scaleIsE8M0) | kM.put(d.m >> 7) |
          kScaleIdA.put(d.scaleIdA) | kK96.put(d.k == 96);
  return uint32_t(bits);
}

InstructionDescriptor quartet::tcgen05::decodeInstruction(uint32_t bits) {
  InstructionDescriptor d;
  d.m = kM.get(bits) << 7;
  d.n = kN.get(bits) << 3;
  d.k = kK96.get(bits) ? 96 : 64;
  d.aType = kTypeA.get(bits);
  d.bType = kTypeB.get(bits);
  d.scaleIsE8M0 = kScaleType.get(bits);
  d.scaleIdA = kScaleIdA.get(bits);
  d.scaleIdB = kScaleIdB.get(bits);
  d.negateA = kNegateA.get(bits);
  d.negateB = kNegateB.get(bits);
  d.transposeA = kTransposeA.get(bits);
  d.transposeB = kTransposeB.get(bits);
  d.sparse = kSparse.get(bits);
  d.reserved = uint32_t(reservedBits(kInstructionFields, bits));
  return d;
}

std::string quartet::tcgen05::getInvalidReason(const InstructionDescriptor &d,
                                               unsigned ctaGroup) {
  if (ctaGroup != 1 && ctaGroup != 2)
    return expects("cta_group 1 or 2", ctaGroup);
  if (d.reserved)
    return "expects reserved bits to be zero, but got " + hex(d.reserved);
  if (d.aType != 1 || d.bType != 1)
    return expects("element type code 1 (E2M1 of kind mxf4nvf4)",
                   d.aType != 1 ? d.aType : d.bType);
  if (d.sparse)
    return "expects a dense operand, but got the sparsity bit set";
  if (d.transposeA || d.transposeB)
    return "expects K-major operands, but got a transpose bit set";
  if (ctaGroup == 1 && d.m != 128)
    return expects("M = 128 with cta_group 1", d.m);
  if (ctaGroup == 2 && d.m != 128 && d.m != 256)
    return expects("M = 128 or 256 with cta_group 2", d.m);
  uint32_t step = 8 * ctaGroup;
  if (d.n < step || d.n > 256 || d.n % step)
    return expects(ctaGroup == 1 ? "N to be a multiple of 8 in [8, 256]"
                                 : "N to be a multiple of 16 in [16, 256] with "
                                   "cta_group 2",
                   d.n);
  if (d.k != 64 && d.k != 96)
    return expects("K = 64 or 96", d.k);
  for (uint32_t id : {d.scaleIdA, d.scaleIdB}) {
    if (d.k == 64 && !d.scaleIsE8M0 && id != 0)
      return expects("scale id 0 with K = 64 and block 16", id);
    if (id != 0 && id != 2)
      return expects("scale id 0 or 2", id);
  }
  return {};
}

std::string quartet::tcgen05::describe(const InstructionDescriptor &d) {
  auto type = [](uint32_t code) {
    return code == 1 ? std::string("e2m1") : "type code " + number(code);
  };
  std::string text = "M " + number(d.m) + ", N " + number(d.n) + ", K " +
                     number(d.k) + ", A " + type(d.aType) + ", B " +
                     type(d.bType) + ", scales " +
                     (d.scaleIsE8M0 ? "ue8m0" : "ue4m3");
  if (d.scaleIdA || d.scaleIdB)
    text += ", scale ids " + number(d.scaleIdA) + " and " + number(d.scaleIdB);
  if (d.negateA || d.negateB)
    text += std::string(", negated ") + (d.negateA ? "A" : "") +
            (d.negateB ? "B" : "");
  if (d.transposeA || d.transposeB)
    text += std::string(", transposed ") + (d.transposeA ? "A" : "") +
            (d.transposeB ? "B" : "");
  text += d.sparse ? ", sparse" : ", dense";
  if (d.reserved)
    text += ", reserved bits " + hex(d.reserved);
  return text;
}

//===----------------------------------------------------------------------===//
// Shared-memory descriptor
//===----------------------------------------------------------------------===//

uint64_t quartet::tcgen05::encode(const SharedDescriptor &d) {
  return d.reserved | kAddress.put(d.address >> kUnitShift) |
         kLeading.put(d.leadingBytes >> kUnitShift) |
         kStride.put(d.strideBytes >> kUnitShift) | kVersion.put(d.version) |
         kBaseOffset.put(d.baseOffset) | kAbsolute.put(d.absoluteLeading) |
         kSwizzle.put(uint32_t(d.swizzle));
}

SharedDescriptor quartet::tcgen05::decodeShared(uint64_t bits) {
  SharedDescriptor d;
  d.address = kAddress.get(bits) << kUnitShift;
  d.leadingBytes = kLeading.get(bits) << kUnitShift;
  d.strideBytes = kStride.get(bits) << kUnitShift;
  d.version = kVersion.get(bits);
  d.baseOffset = kBaseOffset.get(bits);
  d.absoluteLeading = kAbsolute.get(bits);
  d.swizzle = Swizzle(kSwizzle.get(bits));
  d.reserved = reservedBits(kSharedFields, bits);
  return d;
}

/// The alignment of a swizzle pattern in bytes; 0 for a code that has none.
static uint32_t patternBytes(Swizzle swizzle) {
  switch (swizzle) {
  case Swizzle::None:
    return 16;
  case Swizzle::Bytes32:
    return 256;
  case Swizzle::Bytes64:
    return 512;
  case Swizzle::Bytes128:
  case Swizzle::Bytes128Atom32:
    return 1024;
  }
  return 0;
}

std::string quartet::tcgen05::getInvalidReason(const SharedDescriptor &d) {
  if (d.reserved)
    return "expects reserved bits to be zero, but got " + hex(d.reserved);
  if (d.version != 1)
    return expects("bits 46 to 48 to be 1", d.version);
  struct Named {
    const char *what;
    uint32_t value;
  };
  for (Named n :
       {Named{"an address that is a multiple of 16 below 262144", d.address},
        Named{"a leading offset that is a multiple of 16 below 262144",
              d.leadingBytes},
        Named{"a stride that is a multiple of 16 below 262144", d.strideBytes}})
    if (n.value & kUnitMask || n.value >= kWindowBytes)
      return expects(n.what, n.value);
  if (!patternBytes(d.swizzle))
    return expects("swizzle code 0, 1, 2, 4 or 6", uint32_t(d.swizzle));
  if (d.baseOffset > 7)
    return expects("a base offset in [0, 7]", d.baseOffset);
  if (d.absoluteLeading && d.swizzle != Swizzle::Bytes128)
    return expects("128-byte swizzle with an absolute leading address",
                   uint32_t(d.swizzle));
  return {};
}

/// Null for a code that has no meaning.
static const char *swizzleName(Swizzle swizzle) {
  switch (swizzle) {
  case Swizzle::None:
    return "no swizzle";
  case Swizzle::Bytes32:
    return "32-byte swizzle";
  case Swizzle::Bytes64:
    return "64-byte swizzle";
  case Swizzle::Bytes128:
    return "128-byte swizzle";
  case Swizzle::Bytes128Atom32:
    return "128-byte swizzle with 32-byte atoms";
  }
  return nullptr;
}

std::string quartet::tcgen05::describe(const SharedDescriptor &d) {
  std::string text = "address " + hex(d.address) + ", ";
  const char *swizzle = swizzleName(d.swizzle);
  text += swizzle ? swizzle : "swizzle code " + number(uint32_t(d.swizzle));
  text += ", stride " + number(d.strideBytes) + " bytes per 8 rows";
  if (d.absoluteLeading)
    text += ", continues at address " + hex(d.leadingBytes);
  else
    text += ", leading offset " + number(d.leadingBytes) + " bytes";
  if (d.baseOffset)
    text += ", base offset " + number(d.baseOffset);
  if (d.version != 1)
    text += ", version " + number(d.version);
  if (d.reserved)
    text += ", reserved bits " + hex(d.reserved);
  return text;
}

uint32_t quartet::tcgen05::swizzleAddress(uint32_t address, Swizzle swizzle) {
  switch (swizzle) {
  case Swizzle::Bytes128:
    return address ^ ((address >> 3) & 0x70);
  case Swizzle::Bytes64:
    return address ^ ((address >> 3) & 0x30);
  case Swizzle::Bytes32:
    return address ^ ((address >> 3) & 0x10);
  case Swizzle::Bytes128Atom32:
    // Pairs of chunks move together: bits 5..6 with bits 8..9.
    return address ^ ((address >> 3) & 0x60);
  case Swizzle::None:
    break;
  }
  return address;
}
