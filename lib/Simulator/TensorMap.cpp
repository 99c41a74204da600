//===- TensorMap.cpp - Tensor maps as plain data --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A CUtensorMap is 128 opaque bytes. Ours holds the parameters of
// cuTensorMapEncodeTiled themselves behind a magic number; the conditions are
// those of the driver's manual.
//
//===----------------------------------------------------------------------===//

#include "quartet/Simulator/Simulator.h"

#include <cstring>

using namespace quartet::sim;

namespace {

constexpr uint64_t kMagic = 0x31504d5451554151ull;

struct Encoded {
  uint64_t magic;
  uint64_t base;
  uint64_t strides[4];
  uint32_t dimsMinusOne[5];
  uint16_t box[5];
  uint8_t elementStrides[5];
  uint8_t elementBytes, isFloat, rank, swizzle, nanFill;
};
static_assert(sizeof(Encoded) <= 128, "a tensor map has 128 bytes");

} // namespace

std::string quartet::sim::encodeTensorMap(const TensorMapParams &p,
                                          uint8_t *out) {
  auto number = [](uint64_t v) { return static_cast<unsigned long long>(v); };
  bool fp4 = p.elementBytes == 0;
  if (p.elementBytes != 0 && p.elementBytes != 1 && p.elementBytes != 2 &&
      p.elementBytes != 4 && p.elementBytes != 8)
    return strf("expects elements of 1, 2, 4 or 8 bytes, but got %u",
                p.elementBytes);
  if (p.rank < 1 || p.rank > 5)
    return strf("expects a rank of 1 to 5, but got %u", p.rank);
  if (p.base % 16)
    return strf("expects a global address that is a multiple of 16, but got "
                "0x%llx",
                number(p.base));
  if (p.nanFill && !p.isFloat)
    return "expects a floating-point type to fill with NaN";
  Encoded e = {};
  e.magic = kMagic;
  e.base = p.base;
  for (unsigned i = 0; i < p.rank; ++i) {
    if (p.dims[i] < 1 || p.dims[i] > (uint64_t(1) << 32))
      return strf("expects size %u to be 1 to 2^32, but got %llu", i,
                  number(p.dims[i]));
    if (p.box[i] < 1 || p.box[i] > 256)
      return strf("expects box size %u to be 1 to 256, but got %u", i,
                  p.box[i]);
    if (p.elementStrides[i] < 1 || p.elementStrides[i] > 8)
      return strf("expects element stride %u to be 1 to 8, but got %u", i,
                  p.elementStrides[i]);
    e.dimsMinusOne[i] = static_cast<uint32_t>(p.dims[i] - 1);
    e.box[i] = static_cast<uint16_t>(p.box[i]);
    e.elementStrides[i] = static_cast<uint8_t>(p.elementStrides[i]);
    if (i == 0)
      continue;
    uint64_t stride = p.strides[i - 1];
    if (stride % 16 || stride == 0 || stride >= (uint64_t(1) << 40))
      return strf("expects stride %u to be a multiple of 16 below 2^40, but "
                  "got %llu",
                  i - 1, number(stride));
    e.strides[i - 1] = stride;
  }
  if (fp4 && p.dims[0] % 2)
    return strf("expects an even innermost size, but got %llu",
                number(p.dims[0]));
  uint64_t inner = fp4 ? p.box[0] / 2 : uint64_t(p.box[0]) * p.elementBytes;
  if ((fp4 && p.box[0] % 2) || inner % 16)
    return strf("expects innermost box bytes that are a multiple of 16, but "
                "got %llu",
                number(inner));
  static const unsigned spans[] = {0, 32, 64, 128};
  if (p.swizzle != TensorMapParams::None && inner > spans[p.swizzle])
    return strf("expects at most %u innermost box bytes with this swizzle, but "
                "got %llu",
                spans[p.swizzle], number(inner));
  e.elementBytes = p.elementBytes;
  e.isFloat = p.isFloat;
  e.rank = p.rank;
  e.swizzle = p.swizzle;
  e.nanFill = p.nanFill;
  std::memset(out, 0, 128);
  std::memcpy(out, &e, sizeof(e));
  return "";
}

bool quartet::sim::decodeTensorMap(const uint8_t *bytes, TensorMapParams &p) {
  Encoded e;
  std::memcpy(&e, bytes, sizeof(e));
  if (e.magic != kMagic)
    return false;
  p = TensorMapParams();
  p.base = e.base;
  p.elementBytes = e.elementBytes;
  p.isFloat = e.isFloat;
  p.rank = e.rank;
  p.swizzle = static_cast<TensorMapParams::Swizzle>(e.swizzle);
  p.nanFill = e.nanFill;
  for (unsigned i = 0; i < e.rank; ++i) {
    p.dims[i] = uint64_t(e.dimsMinusOne[i]) + 1;
    p.box[i] = e.box[i];
    p.elementStrides[i] = e.elementStrides[i];
    if (i)
      p.strides[i - 1] = e.strides[i - 1];
  }
  return true;
}
