//===- HostLoad.h - Sixteen columns of eight rows into lanes ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads one column block of eight rows, a lane per row, from f32, f16 or bf16,
// stored by rows or by columns, with zeros outside the valid part.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_NUMERICS_HOSTLOAD_H
#define QUARTET_LIB_NUMERICS_HOSTLOAD_H

#include "quartet/Numerics/Floats.h"
#include "quartet/Numerics/HostLanes.h"
#include "quartet/Numerics/HostMatrix.h"

#include <cstring>

namespace quartet {
namespace numerics {
namespace host {

/// Transposes eight vectors of eight 32-bit words.
template <int Isa>
QUARTET_NUMERICS_INLINE void transpose8x8(typename HostLanes<Isa>::I (&v)[8]) {
  using I = typename HostLanes<Isa>::I;
  I t[8], u[8];
  for (unsigned i = 0; i < 8; i += 2) {
    t[i] = __builtin_shufflevector(v[i], v[i + 1], 0, 8, 1, 9, 4, 12, 5, 13);
    t[i + 1] =
        __builtin_shufflevector(v[i], v[i + 1], 2, 10, 3, 11, 6, 14, 7, 15);
  }
  for (unsigned h = 0; h < 8; h += 4)
    for (unsigned i = 0; i < 2; ++i) {
      u[h + 2 * i] = __builtin_shufflevector(t[h + i], t[h + i + 2], 0, 1, 8, 9,
                                             4, 5, 12, 13);
      u[h + 2 * i + 1] = __builtin_shufflevector(t[h + i], t[h + i + 2], 2, 3,
                                                 10, 11, 6, 7, 14, 15);
    }
  for (unsigned i = 0; i < 4; ++i) {
    v[i] = __builtin_shufflevector(u[i], u[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    v[i + 4] =
        __builtin_shufflevector(u[i], u[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
}

/// Eight rows of sixteen elements, `stride` bytes apart.
template <int Isa>
QUARTET_NUMERICS_INLINE void loadRows(HostLanes<Isa> &o, const char *p,
                                      int64_t stride, ElementType type,
                                      typename HostLanes<Isa>::F *x) {
  using I = typename HostLanes<Isa>::I;
  I v[8];
  if (type == ElementType::F32) {
    for (unsigned half = 0; half < 2; ++half) {
      for (unsigned r = 0; r < 8; ++r)
        std::memcpy(&v[r], p + r * stride + half * 32, sizeof(I));
      transpose8x8<Isa>(v);
      for (unsigned j = 0; j < 8; ++j)
        x[half * 8 + j] = o.fromBits(v[j]);
    }
    return;
  }
  // Two 16-bit elements per word.
  for (unsigned r = 0; r < 8; ++r)
    std::memcpy(&v[r], p + r * stride, sizeof(I));
  transpose8x8<Isa>(v);
  for (unsigned j = 0; j < 8; ++j) {
    if (type == ElementType::BF16) {
      x[2 * j] = o.fromBits(o.shl(v[j], 16u));
      x[2 * j + 1] = o.fromBits(o.iand(v[j], o.u32(0xffff0000u)));
    } else {
      x[2 * j] = fromF16(o, o.iand(v[j], o.u32(0xffffu)));
      x[2 * j + 1] = fromF16(o, o.shr(v[j], 16u));
    }
  }
}

/// The same from a matrix stored by columns: sixteen columns, `stride` bytes
/// apart, of eight elements.
template <int Isa>
QUARTET_NUMERICS_INLINE void loadColumns(HostLanes<Isa> &o, const char *p,
                                         int64_t stride, ElementType type,
                                         typename HostLanes<Isa>::F *x) {
  using I = typename HostLanes<Isa>::I;
  typedef uint16_t Half __attribute__((vector_size(16)));
  for (unsigned j = 0; j < kBlock; ++j, p += stride) {
    if (type == ElementType::F32) {
      std::memcpy(&x[j], p, sizeof(I));
      continue;
    }
    Half h;
    std::memcpy(&h, p, sizeof(h));
    I wide = __builtin_convertvector(h, I);
    x[j] = type == ElementType::BF16 ? fromBF16(o, wide) : fromF16(o, wide);
  }
}

/// Columns `column` to `column` + 15 of eight rows from `row`; the columns are
/// inside the padded extent.
template <int Isa>
QUARTET_NUMERICS_INLINE void
loadBlock(HostLanes<Isa> &o, const MatrixView &view, int64_t row,
          int64_t column, typename HostLanes<Isa>::F *x) {
  constexpr int64_t kRows = HostLanes<Isa>::kLanes;
  int64_t size = view.type == ElementType::F32 ? 4 : 2;
  const char *data = static_cast<const char *>(view.data);
  bool whole =
      row + kRows <= view.validRows && column + kBlock <= view.validColumns;
  if (whole && !view.transposed) {
    loadRows(o, data + (row * view.stride + column) * size, view.stride * size,
             view.type, x);
    return;
  }
  if (whole) {
    loadColumns(o, data + (column * view.stride + row) * size,
                view.stride * size, view.type, x);
    return;
  }
  // At an edge: collect what is valid among zeros.
  char edge[kRows * kBlock * 4] = {};
  for (int64_t r = 0; r < kRows && row + r < view.validRows; ++r)
    for (int64_t c = 0; c < kBlock && column + c < view.validColumns; ++c) {
      int64_t from = view.transposed ? (column + c) * view.stride + row + r
                                     : (row + r) * view.stride + column + c;
      std::memcpy(edge + (r * kBlock + c) * size, data + from * size, size);
    }
  loadRows(o, edge, kBlock * size, view.type, x);
}

} // namespace host
} // namespace numerics
} // namespace quartet

#endif // QUARTET_LIB_NUMERICS_HOSTLOAD_H
