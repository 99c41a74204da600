//===- Philox.h - The only source of randomness -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3")
// as a pure function of a key and a counter. The key is the 64-bit seed; the
// counter names a place in the matrix as the matrix multiplication sees it, so
// that the same seed gives the same bytes for any target, tiling or order of
// evaluation.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_NUMERICS_PHILOX_H
#define QUARTET_NUMERICS_PHILOX_H

#include "quartet/Numerics/Value.h"

namespace quartet {
namespace numerics {

/// philox_c1: one block of four random words.
template <class O>
inline void philox4x32(O &o, typename O::I key0, typename O::I key1,
                       typename O::I (&ctr)[4]) {
  using I = typename O::I;
  I m0 = o.u32(0xd2511f53u), m1 = o.u32(0xcd9e8d57u);
  for (unsigned round = 0; round < 10; ++round) {
    if (round != 0) {
      key0 = o.iadd(key0, o.u32(0x9e3779b9u));
      key1 = o.iadd(key1, o.u32(0xbb67ae85u));
    }
    I hi0 = o.umulhi(m0, ctr[0]);
    I lo0 = o.imul(m0, ctr[0]);
    I hi1 = o.umulhi(m1, ctr[2]);
    I lo1 = o.imul(m1, ctr[2]);
    ctr[0] = o.ixor(o.ixor(hi1, ctr[1]), key0);
    ctr[1] = lo1;
    ctr[2] = o.ixor(o.ixor(hi0, ctr[3]), key1);
    ctr[3] = lo0;
  }
}

/// What one stochastic op draws from: the seed's low and high word, its site,
/// and its run-time instance (philox_c2).
template <class O>
struct RandomSource {
  typename O::I key0;
  typename O::I key1;
  typename O::I site;
  typename O::I instance;
};

/// philox_c2: the four words at counter
/// (column block, row, site, 4 * instance + draw).
template <class O>
inline void drawWords(O &o, const RandomSource<O> &source,
                      typename O::I columnBlock, typename O::I row,
                      unsigned draw, typename O::I (&words)[4]) {
  words[0] = columnBlock;
  words[1] = row;
  words[2] = source.site;
  words[3] = o.iadd(o.shl(source.instance, 2u), o.u32(draw));
  philox4x32(o, source.key0, source.key1, words);
}

/// philox_c3: the 24-bit draw that rounds the scale of one block: word 0.
template <class O>
inline typename O::I drawForScale(O &o, const RandomSource<O> &source,
                                  typename O::I columnBlock,
                                  typename O::I row) {
  typename O::I words[4];
  drawWords(o, source, columnBlock, row, 0, words);
  return o.shr(words[0], 8u);
}

/// philox_c4: the 24-bit draws that round a block's 16 elements: element j
/// uses draw j / 4, word j % 4.
template <class O>
inline void drawForElements(O &o, const RandomSource<O> &source,
                            typename O::I columnBlock, typename O::I row,
                            typename O::I *draws) {
  for (unsigned draw = 0; draw < 4; ++draw) {
    typename O::I words[4];
    drawWords(o, source, columnBlock, row, draw, words);
    for (unsigned word = 0; word < 4; ++word)
      draws[4 * draw + word] = o.shr(words[word], 8u);
  }
}

/// philox_c5: the signs of a column block's 16 columns in a rotation: bit j of
/// the result negates column j. Rows do not take part (row 0).
template <class O>
inline typename O::I drawSigns(O &o, const RandomSource<O> &source,
                               typename O::I columnBlock) {
  typename O::I words[4];
  drawWords(o, source, columnBlock, o.u32(0), 0, words);
  return o.iand(words[0], o.u32(0xffffu));
}

} // namespace numerics
} // namespace quartet

#endif // QUARTET_NUMERICS_PHILOX_H
