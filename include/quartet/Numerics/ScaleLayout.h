//===- ScaleLayout.h - Padding and the tiled layout of block scales *- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes and offsets of packed data and of the 128x4 tiling in which tensor
// cores read block scales, once as host constants and once over lanes. Offsets
// are bytes; k counts scale columns (16 elements each).
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_NUMERICS_SCALELAYOUT_H
#define QUARTET_NUMERICS_SCALELAYOUT_H

#include "quartet/Numerics/Value.h"

namespace quartet {
namespace numerics {

/// layout_c1: columns after padding: K rounded up to 32, or to the rotation
/// group if that is larger. `group` is 0 without rotation.
constexpr int64_t paddedColumns(int64_t columns, unsigned group = 0) {
  int64_t unit = group > 32 ? group : 32;
  return (columns + unit - 1) / unit * unit;
}

/// layout_c2: block scales of one row of `padded` columns.
constexpr int64_t scaleColumns(int64_t padded) { return padded / kBlock; }

/// layout_c3: 128-row tiles and 4-column tiles of the tiled form.
constexpr int64_t scaleTileRows(int64_t rows) { return (rows + 127) / 128; }
constexpr int64_t scaleTileColumns(int64_t scaleCols) {
  return (scaleCols + 3) / 4;
}

/// Bytes of one 128x4 tile and its factors 32 x 4 x 4.
constexpr int64_t kScaleTileBytes = 512;
constexpr int64_t kScaleTileShape[3] = {32, 4, 4};

/// layout_c4: bytes of the tiled form of `rows` x `scaleCols` scales.
constexpr int64_t tiledScaleBytes(int64_t rows, int64_t scaleCols) {
  return scaleTileRows(rows) * scaleTileColumns(scaleCols) * kScaleTileBytes;
}

/// layout_c5: where the tiled form keeps the scale of row m, scale column k.
constexpr int64_t tiledScaleOffset(int64_t m, int64_t k, int64_t tileColumns) {
  return (m / 128 * tileColumns + k / 4) * kScaleTileBytes + m % 32 * 16 +
         m / 32 % 4 * 4 + k % 4;
}

/// A place in the linear form.
struct ScalePosition {
  int64_t row;
  int64_t column;
};

/// layout_c6: the inverse of tiledScaleOffset.
constexpr ScalePosition tiledScalePosition(int64_t offset,
                                           int64_t tileColumns) {
  int64_t tile = offset / kScaleTileBytes, inner = offset % kScaleTileBytes;
  return {tile / tileColumns * 128 + inner / 16 + inner / 4 % 4 * 32,
          tile % tileColumns * 4 + inner % 4};
}

/// layout_c5 over lanes, for offsets below 2^32.
template <class O>
inline typename O::I tiledScaleOffset(O &o, typename O::I m, typename O::I k,
                                      typename O::I tileColumns) {
  typename O::I tile = o.iadd(o.imul(o.shr(m, 7u), tileColumns), o.shr(k, 2u));
  typename O::I row = o.shl(o.iand(m, o.u32(31)), 4u);
  typename O::I quarter = o.iand(o.shr(m, 3u), o.u32(12));
  typename O::I inner = o.ior(o.ior(row, quarter), o.iand(k, o.u32(3)));
  return o.ior(o.shl(tile, 9u), inner);
}

/// layout_c5 by dimension: the tiled form has indices (row tile, column tile,
/// row mod 32, row quarter, column mod 4). First what a row contributes.
template <class O>
struct TiledRowIndex {
  typename O::I tile, row, quarter;
};
template <class O>
inline TiledRowIndex<O> tiledRowIndex(O &o, typename O::I m) {
  return {o.shr(m, 7u), o.iand(m, o.u32(31)), o.iand(o.shr(m, 5u), o.u32(3))};
}

/// Then what a scale column contributes.
template <class O>
struct TiledColumnIndex {
  typename O::I tile, column;
};
template <class O>
inline TiledColumnIndex<O> tiledColumnIndex(O &o, typename O::I k) {
  return {o.shr(k, 2u), o.iand(k, o.u32(3))};
}

/// layout_c7: element i of a row is nibble i % 2 (even: low) of byte i / 2, so
/// element i of a little-endian word of eight is in bits 4i..4i+3.
constexpr int64_t packedColumns(int64_t padded) { return padded / 2; }
constexpr int64_t unpackedColumns(int64_t packed) { return packed * 2; }
/// layout_c7: the code of element `i` of a row, given its byte.
constexpr uint32_t unpackCode(uint8_t byte, int64_t i) {
  return (byte >> (i % 2 * 4)) & 15u;
}

} // namespace numerics
} // namespace quartet

#endif // QUARTET_NUMERICS_SCALELAYOUT_H
