//===- BulkTensor.cpp - cp.async.bulk.tensor ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.7.9.27: tiled tensor copies of rank 1 to 5 through a tensor map.
// Box elements outside the tensor are filled on loads, count as transferred
// bytes, and are dropped on stores.
//
// Two rules are not in the ISA's text; an H200 stops with "illegal instruction"
// where they are broken: a box starts at a multiple of 16 bytes along the
// innermost dimension, and no coordinate of a store is negative.
//
//===----------------------------------------------------------------------===//

#include "../Bulk.h"
#include "Families.h"
#include "Lanes.h"

#include "quartet/Descriptors/TCGen05.h"

using namespace quartet;
using namespace quartet::sim;

namespace {

struct TensorIssue {
  TensorMapParams map;
  int64_t coords[5] = {0, 0, 0, 0, 0};
};

bool loadMap(const Exec &ex, const Op &op, unsigned lane, uint64_t address,
             TensorMapParams &map) {
  Place p;
  for (unsigned i = 0; i < 128; i += 64) {
    Place part;
    if (!resolve(ex, op, lane, Space::Generic, address + i, 64, false, part))
      return false;
    if (i == 0)
      p = part;
  }
  if (!decodeTensorMap(p.data, map)) {
    ex.m->fault(ex, op, lane, "tensor-map",
                strf("address 0x%llx does not hold an encoded tensor map",
                     static_cast<unsigned long long>(address)));
    return false;
  }
  return true;
}

unsigned innerBytes(const TensorMapParams &map, uint64_t elements) {
  return static_cast<unsigned>(map.elementBytes ? elements * map.elementBytes
                                                : elements / 2);
}

tcgen05::Swizzle swizzleOf(const TensorMapParams &map) {
  switch (map.swizzle) {
  case TensorMapParams::None:
    return tcgen05::Swizzle::None;
  case TensorMapParams::B32:
    return tcgen05::Swizzle::Bytes32;
  case TensorMapParams::B64:
    return tcgen05::Swizzle::Bytes64;
  default:
    return tcgen05::Swizzle::Bytes128;
  }
}

/// Splits the box into pieces that are contiguous on both sides: chunks of 16
/// bytes at most when swizzled, whole rows otherwise.
bool makePieces(const Exec &ex, const Op &op, unsigned lane,
                const TensorIssue &issue, uint32_t shared, bool isStore,
                BulkCopy &copy) {
  const TensorMapParams &map = issue.map;
  Machine &m = *ex.m;
  unsigned row = innerBytes(map, map.box[0]);
  uint64_t rows = 1;
  for (unsigned i = 1; i < map.rank; ++i)
    rows *= map.box[i];
  copy.totalBytes = static_cast<uint32_t>(row * rows);
  if (uint64_t(shared) + copy.totalBytes > ex.cta->shared.size()) {
    m.fault(ex, op, lane, "shared-bounds",
            strf("a box of %u bytes at 0x%x ends after shared memory",
                 copy.totalBytes, shared));
    return false;
  }
  tcgen05::Swizzle swizzle = swizzleOf(map);
  bool swizzled = map.swizzle != TensorMapParams::None;
  int64_t x = issue.coords[0];
  if (!map.elementBytes && x % 2) {
    m.fault(ex, op, lane, "tensor-map",
            strf("expects an even coordinate of 4-bit elements, but got %lld",
                 static_cast<long long>(x)));
    return false;
  }
  int64_t beginByte = map.elementBytes ? x * map.elementBytes : x / 2;
  int64_t endByte = innerBytes(map, map.dims[0]);
  for (uint64_t r = 0; r < rows; ++r) {
    uint64_t rest = r;
    bool inside = true;
    uint64_t address = map.base;
    for (unsigned i = 1; i < map.rank; ++i) {
      int64_t c = issue.coords[i] + static_cast<int64_t>(rest % map.box[i]);
      rest /= map.box[i];
      inside &= c >= 0 && static_cast<uint64_t>(c) < map.dims[i];
      address += static_cast<uint64_t>(c) * map.strides[i - 1];
    }
    for (unsigned at = 0; at < row;) {
      int64_t global = beginByte + at;
      bool valid = inside && global >= 0 && global < endByte;
      // Up to the next change: the chunk, the row, or a tensor border.
      unsigned n = swizzled ? std::min(row - at, 16 - at % 16) : row - at;
      if (inside && global < 0 && global + n > 0)
        n = static_cast<unsigned>(-global);
      if (valid && global + n > endByte)
        n = static_cast<unsigned>(endByte - global);
      uint32_t linear = static_cast<uint32_t>(shared + r * row + at);
      BulkPiece p;
      p.shared = tcgen05::swizzleAddress(linear, swizzle);
      p.bytes = n;
      if (valid) {
        uint64_t where = address + static_cast<uint64_t>(global);
        p.allocation = m.memory.find(where, n);
        if (!p.allocation || (isStore && p.allocation->readOnly)) {
          m.fault(ex, op, lane, "global-bounds",
                  strf("tensor map covers %u bytes at global address 0x%llx "
                       "that are out of bounds: %s",
                       n, static_cast<unsigned long long>(where),
                       m.memory.describe(where).c_str()));
          return false;
        }
        p.at = where - p.allocation->base;
        p.global = p.allocation->data.data() + p.at;
      }
      copy.pieces.push_back(p);
      at += n;
    }
  }
  if (map.nanFill) {
    static const uint8_t nan16[] = {0xff, 0x7f};
    static const uint8_t nan32[] = {0xff, 0xff, 0xff, 0x7f};
    static const uint8_t nan64[] = {0xff, 0xff, 0xff, 0xff,
                                    0xff, 0xff, 0xff, 0x7f};
    copy.fillBytes = map.elementBytes;
    std::memcpy(copy.fill,
                map.elementBytes == 2   ? nan16
                : map.elementBytes == 4 ? nan32
                                        : nan64,
                map.elementBytes);
  }
  return true;
}

/// Slots of the list, for both directions.
enum : unsigned {
  kMap,
  kMapLo,
  kMapHi,
  kFlags,
  kBar,
  kBarLo,
  kBarHi,
  kMask,
  kKind,
  kBits,
  kCoords
};
enum : uint32_t { kBarWide = 1, kPeer = 2, kMapWide = 4 };

bool prepare(const Exec &ex, const Op &op, unsigned lane, TensorIssue &issue) {
  const uint32_t *list = ex.m->kernel.lists.data() + op.list;
  uint64_t map = ex.lanes<uint64_t>(list[kMap])[lane] +
                 (uint64_t(list[kMapHi]) << 32 | list[kMapLo]);
  if (!loadMap(ex, op, lane, map, issue.map))
    return false;
  unsigned rank = op.count - kCoords;
  if (issue.map.rank != rank) {
    ex.m->fault(ex, op, lane, "tensor-map",
                strf("instruction has %u dimensions, but its tensor map %u",
                     rank, issue.map.rank));
    return false;
  }
  for (unsigned i = 0; i < rank; ++i)
    issue.coords[i] = ex.lanes<int32_t>(list[kCoords + i])[lane];
  int64_t elementBits = issue.map.elementBytes ? issue.map.elementBytes * 8 : 4;
  if (issue.coords[0] * elementBits % 128 != 0) {
    ex.m->fault(ex, op, lane, "misaligned",
                strf("a box starts at innermost coordinate %lld, but expects a "
                     "multiple of 16 bytes, %lld elements",
                     static_cast<long long>(issue.coords[0]),
                     static_cast<long long>(128 / elementBits)));
    return false;
  }
  return true;
}

/// a: shared address; u: direction of takeBulkDirection.
Flow execTensorLoad(Exec &ex, const Op &op, uint32_t mask) {
  Machine &m = *ex.m;
  const uint32_t *list = m.kernel.lists.data() + op.list;
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    unsigned l = static_cast<unsigned>(__builtin_ctz(rest));
    TensorIssue issue;
    Place to, bar;
    Space space = op.u == 0 ? Space::SharedCta : Space::SharedCluster;
    uint64_t barrier =
        (list[kFlags] & kBarWide ? ex.lanes<uint64_t>(list[kBar])[l]
                                 : ex.lanes<uint32_t>(list[kBar])[l]) +
        (uint64_t(list[kBarHi]) << 32 | list[kBarLo]);
    if (!prepare(ex, op, l, issue) ||
        !resolve(ex, op, l, space, laneAddress(ex, op, l), 128, true, to) ||
        !resolve(ex, op, l, space, barrier & 0xffffffffu, 8, true, bar))
      return Flow::Fault;
    if (to.kind != PlaceKind::Shared || bar.kind != PlaceKind::Shared)
      return m.fault(ex, op, l, "async-copy", "expects shared memory");
    uint32_t n = static_cast<uint32_t>(ex.cta->cluster->ctas.size());
    uint32_t targets = 1u << to.cta->rank;
    bool multicast = list[kMask] != 0;
    bool peer = list[kFlags] & kPeer;
    if (multicast) {
      targets = ex.lanes<uint16_t>(list[kMask])[l];
      if (targets == 0 || targets >> n)
        return m.fault(ex, op, l, "multicast",
                       strf("multicast mask 0x%x names blocks outside the "
                            "cluster, or none",
                            targets));
    }
    bool otherBlock = peer ? (bar.cta->rank ^ to.cta->rank) > 1
                           : !multicast && bar.cta != to.cta;
    if (otherBlock)
      return m.fault(ex, op, l, "async-copy",
                     strf("expects the mbarrier in block rank %u%s, but got "
                          "rank %u",
                          to.cta->rank, peer ? " or its peer" : "",
                          bar.cta->rank));
    for (; targets; targets &= targets - 1) {
      uint32_t rank = static_cast<uint32_t>(__builtin_ctz(targets));
      // With .cta_group::2 the barrier is that of the even or odd block of
      // each pair, as the address says.
      uint32_t barRank = peer ? (rank & ~1u) | (bar.cta->rank & 1) : rank;
      auto copy = std::make_shared<BulkCopy>();
      MbarrierRef ref;
      Cta &cta = *ex.cta->cluster->ctas[rank];
      if (!makePieces(ex, op, l, issue, to.offset, false, *copy) ||
          !findMbarrierIn(ex, op, l, *ex.cta->cluster->ctas[barRank],
                          bar.offset, true, ref) ||
          !issueBulkLoad(ex, op, l, cta, copy, ref))
        return Flow::Fault;
    }
  }
  return Flow::Next;
}

/// a: shared address; u: Reduction.
Flow execTensorStore(Exec &ex, const Op &op, uint32_t mask) {
  const uint32_t *list = ex.m->kernel.lists.data() + op.list;
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    unsigned l = static_cast<unsigned>(__builtin_ctz(rest));
    TensorIssue issue;
    Place from;
    auto copy = std::make_shared<BulkCopy>();
    copy->reduction = static_cast<Reduction>(op.u);
    copy->type = {static_cast<TypeKind>(list[kKind]),
                  static_cast<uint16_t>(list[kBits])};
    if (!prepare(ex, op, l, issue) ||
        !resolve(ex, op, l, Space::SharedCta, laneAddress(ex, op, l), 128,
                 false, from))
      return Flow::Fault;
    for (int64_t start : issue.coords)
      if (start < 0)
        return ex.m->fault(ex, op, l, "tensor-map",
                           strf("a store starts at coordinate %lld, but "
                                "expects at least 0",
                                static_cast<long long>(start)));
    if (copy->reduction != Reduction::None) {
      // The element type is the map's: integers of its width, or its float.
      unsigned bytes = issue.map.elementBytes;
      if (bytes != 4 && bytes != 8)
        return ex.m->fault(ex, op, l, "tensor-map",
                           "reduction through a tensor map is modelled for "
                           "elements of 4 and 8 bytes");
      copy->type =
          issue.map.isFloat
              ? (bytes == 4 ? kF32 : Type{TypeKind::F64, 64})
              : Type{TypeKind::Unsigned, static_cast<uint16_t>(bytes * 8)};
      if (!isBulkReduction(copy->type, copy->reduction) &&
          !isBulkReduction({TypeKind::Bits, copy->type.bits}, copy->reduction))
        return ex.m->fault(ex, op, l, "tensor-map",
                           "reduction does not exist for the map's elements");
    }
    if (!makePieces(ex, op, l, issue, from.offset, true, *copy) ||
        !issueBulkStore(ex, op, l, copy))
      return Flow::Fault;
  }
  return Flow::Next;
}

Flow execNothing(Exec &, const Op &, uint32_t) { return Flow::Next; }

} // namespace

bool quartet::sim::decodeBulkTensor(Decoder &d, bool reduce) {
  bool prefetch = !reduce && d.take("prefetch");
  int rank = d.takeOneOf({"1d", "2d", "3d", "4d", "5d"}) + 1;
  if (rank == 0)
    return d.unmodelled();
  // `.prefetch` may also stand before `.tensor`.
  if (prefetch) {
    if (!d.take("L2") || !d.take("global"))
      return d.unmodelled();
    d.take("tile");
    d.takeCacheHints();
    d.emit(execNothing);
    return d.expectOperands(1, 2);
  }
  int direction = takeBulkDirection(d);
  d.take("tile");
  if (direction < 0 || direction == 2)
    return d.unmodelled();
  bool isStore = direction == 3;
  size_t mapAt = isStore ? 0 : 1;
  Reduction reduction = Reduction::None;
  bool multicast = false, peer = false;
  if (isStore) {
    if (reduce)
      reduction = takeReduction(d);
    if (!d.take("bulk_group") || (reduce && reduction == Reduction::None))
      return d.unmodelled();
  } else {
    if (reduce || !d.take("mbarrier::complete_tx::bytes"))
      return d.unmodelled();
    multicast = direction == 1 && d.take("multicast::cluster");
    int group = d.takeOneOf({"cta_group::1", "cta_group::2"});
    peer = group == 1;
  }
  bool hint = d.takeCacheHints();
  if (!d.expectOperands((isStore ? 2u : 3u) + multicast + hint))
    return false;
  const ast::Operand &mapOperand = d.operand(mapAt);
  AddressOperand shared, map, bar;
  if (!d.address(d.operand(isStore ? 1 : 0),
                 direction == 1 ? Space::SharedCluster : Space::SharedCta,
                 shared) ||
      !d.address(mapOperand, Space::Generic, map))
    return false;
  std::vector<ast::Operand> coords = mapOperand.elems;
  if (coords.size() != static_cast<size_t>(rank))
    return d.failAt(mapOperand.loc, strf("expects %d coordinates, but got %zu",
                                         rank, coords.size()));
  if (!isStore &&
      !d.address(d.operand(2),
                 direction == 1 ? Space::SharedCluster : Space::SharedCta, bar))
    return false;
  std::vector<uint32_t> list(kCoords);
  list[kMap] = map.base;
  list[kMapLo] = static_cast<uint32_t>(map.imm);
  list[kMapHi] = static_cast<uint32_t>(static_cast<uint64_t>(map.imm) >> 32);
  list[kFlags] = (bar.wide ? kBarWide : 0) | (peer ? kPeer : 0);
  list[kBar] = bar.base;
  list[kBarLo] = static_cast<uint32_t>(bar.imm);
  list[kBarHi] = static_cast<uint32_t>(static_cast<uint64_t>(bar.imm) >> 32);
  list[kMask] = multicast ? d.src(d.operand(3), kB16) : 0;
  for (const ast::Operand &c : coords)
    list.push_back(d.src(c, kB32));
  Op &op = d.emit(isStore ? execTensorStore : execTensorLoad);
  op.flags |= kOpNoSlots;
  setAddress(op, shared);
  op.u =
      static_cast<uint8_t>(isStore ? static_cast<int>(reduction) : direction);
  op.list = d.addList(list);
  op.count = static_cast<uint32_t>(list.size());
  return !d.failed();
}
