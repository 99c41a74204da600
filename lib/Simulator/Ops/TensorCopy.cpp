//===- TensorCopy.cpp - tcgen05.cp, ld and st -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.7.16.8 and 9.7.16.9.
//
//===----------------------------------------------------------------------===//

#include "../Tensor.h"
#include "Lanes.h"

#include <algorithm>

using namespace quartet;
using namespace quartet::sim;

namespace {

//===----------------------------------------------------------------------===//
// cp: shared memory to tensor memory
//===----------------------------------------------------------------------===//

enum CopyShape : uint8_t {
  k32x128,
  k64x128_02_13,
  k64x128_01_23,
  k128x128,
  k128x256,
  k4x256
};

struct CopyInfo {
  uint32_t rows;
  uint32_t columns;
};
constexpr CopyInfo kCopyInfo[] = {{32, 4},  {64, 4},  {64, 4},
                                  {128, 4}, {128, 8}, {4, 8}};

/// Calls `f(lane)` for every lane that row `row` goes to.
template <class F>
void copyLanes(uint8_t shape, uint32_t row, F &&f) {
  switch (shape) {
  case k32x128:
    for (uint32_t q = 0; q < 4; ++q)
      f(row + 32 * q);
    return;
  case k64x128_02_13:
    f(row);
    f(row + 64);
    return;
  case k64x128_01_23: {
    uint32_t base = row < 32 ? row : row + 32;
    f(base);
    f(base + 32);
    return;
  }
  default:
    f(row);
  }
}

/// a: tensor address; b: descriptor; u: shape; v: cta_group.
Flow execCopy(Exec &ex, const Op &op, uint32_t mask) {
  Machine &m = *ex.m;
  if (!checkCtaGroup(ex, op, op.v))
    return Flow::Fault;
  std::vector<Cta *> blocks = tensorBlocks(ex, op, op.v);
  if (blocks.empty())
    return Flow::Fault;
  const CopyInfo info = kCopyInfo[op.u];
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    unsigned l = static_cast<unsigned>(__builtin_ctz(rest));
    uint32_t address =
        ex.lanes<uint32_t>(op.a)[l] + static_cast<uint32_t>(op.imm);
    tcgen05::SharedDescriptor desc;
    if (!loadDescriptor(ex, op, l, "the source", ex.lanes<uint64_t>(op.b)[l],
                        desc))
      return Flow::Fault;
    uint32_t column = address & 0xffff;
    if (address >> 16)
      return m.fault(
          ex, op, l, "tensor-bounds",
          strf("expects a tensor address in lane 0, but got 0x%x", address));
    Actor actor = ex.w->stream(Stream::Tensor);
    uint32_t seq = ++ex.w->streamSeq[static_cast<int>(Stream::Tensor)];
    Access read = asyncSharedAccess(ex, op, {actor, seq});
    Access write = tensorAccess(ex, op, {actor, seq}, actor);
    for (Cta *cta : blocks) {
      if (!checkColumns(ex, op, l, *cta, column, info.columns))
        return Flow::Fault;
      for (uint32_t r = 0; r < info.rows; ++r) {
        for (uint32_t b = 0; b < info.columns * 4; b += 16) {
          uint32_t at = operandAddress(desc, false, 1, r, b);
          if (at < kSharedBase || at + 16 > cta->shared.size())
            return m.fault(ex, op, l, "shared-bounds",
                           strf("descriptor reads 16 bytes at 0x%x, outside "
                                "shared memory",
                                at));
          if (!m.options.strict)
            continue;
          Conflict c = cta->shadow.readBytes(at, at + 16, read);
          if (c.hazard != Hazard::None)
            return m.conflict(ex, op, l, "shared", *cta, c);
        }
        Conflict c;
        copyLanes(op.u, r, [&](uint32_t lane) {
          for (uint32_t i = 0;
               i < info.columns && m.options.strict && c.hazard == Hazard::None;
               ++i)
            c = cta->tmem.shadow.write(tensorWord(lane, column + i), 15, write);
        });
        if (c.hazard != Hazard::None)
          return m.conflict(ex, op, l, "tensor", *cta, c);
      }
      m.stats.sharedReadBytes += info.rows * info.columns * 4;
      m.stats.tensorWriteBytes += info.rows * info.columns * 4;
    }
    uint8_t shape = op.u;
    m.async(ex, op, &m.queueOf(ex.w, Stream::Tensor), [=]() {
      for (Cta *cta : blocks)
        for (uint32_t r = 0; r < info.rows; ++r)
          for (uint32_t i = 0; i < info.columns; ++i) {
            uint32_t word;
            std::memcpy(&word,
                        cta->shared.data() +
                            operandAddress(desc, false, 1, r, i / 4 * 16) +
                            i % 4 * 4,
                        4);
            copyLanes(shape, r, [&](uint32_t lane) {
              cta->tmem.words[tensorWord(lane, column + i)] = word;
            });
          }
      return true;
    });
  }
  return Flow::Next;
}

//===----------------------------------------------------------------------===//
// ld and st: registers and tensor memory
//===----------------------------------------------------------------------===//

enum LdShape : uint8_t { k32x32b, k16x64b, k16x128b, k16x256b };

/// Lane and column, relative to the address, of register `i` of thread `t`.
std::pair<uint32_t, uint32_t> registerPlace(uint8_t shape, uint32_t t,
                                            uint32_t i) {
  switch (shape) {
  case k32x32b:
    return {t, i};
  case k16x64b:
    return {t / 4 + 8 * (t & 1), 2 * i + (t >> 1 & 1)};
  case k16x128b:
    return {t / 4 + 8 * (i & 1), 4 * (i >> 1) + (t & 3)};
  default:
    return {t / 4 + 8 * (i >> 1 & 1), 8 * (i >> 2) + 2 * (t & 3) + (i & 1)};
  }
}

/// a: tensor address; u: shape; v: 1 for loads. List: registers.
Flow execLdSt(Exec &ex, const Op &op, uint32_t mask) {
  Machine &m = *ex.m;
  Warp &w = *ex.w;
  bool isLoad = op.v;
  const uint32_t *slots = m.kernel.lists.data() + op.list;
  uint32_t n = op.count;
  const uint32_t *addresses = ex.lanes<uint32_t>(op.a);
  uint32_t address =
      addresses[__builtin_ctz(mask)] + static_cast<uint32_t>(op.imm);
  for (unsigned l = 0; l < 32; ++l)
    if ((mask >> l & 1) &&
        addresses[l] + static_cast<uint32_t>(op.imm) != address)
      return m.fault(ex, op, l, "tensor-bounds",
                     "expects the same tensor address in every thread");
  uint32_t lane0 = address >> 16, column0 = address & 0xffff;
  uint32_t quarter = 32 * (w.id % 4);
  uint32_t height = op.u == k32x32b ? 32 : 16;
  if (lane0 != quarter && !(height == 16 && lane0 == quarter + 16))
    return m.fault(ex, op, 32, "tensor-lane",
                   strf("warp %u may access lanes %u to %u only, but the "
                        "address has lane %u",
                        w.id, quarter, quarter + 31, lane0));
  uint32_t columns = registerPlace(op.u, 31, n - 1).second + 1;
  if (!checkColumns(ex, op, 32, *ex.cta, column0, columns))
    return Flow::Fault;
  TensorMemory &t = ex.cta->tmem;
  Stream stream = isLoad ? Stream::TensorLoad : Stream::TensorStore;
  Actor actor = w.stream(stream);
  uint32_t seq = ++w.streamSeq[static_cast<int>(stream)];
  Access access = tensorAccess(ex, op, {actor, seq}, 0xffff);
  auto words = std::make_shared<std::vector<uint32_t>>();
  auto values = std::make_shared<std::vector<uint32_t>>();
  for (uint32_t i = 0; i < n; ++i)
    for (unsigned l = 0; l < 32; ++l) {
      if (!(mask >> l & 1))
        continue;
      auto [dl, dc] = registerPlace(op.u, l, i);
      uint32_t word = tensorWord(lane0 + dl, column0 + dc);
      words->push_back(word);
      if (!isLoad)
        values->push_back(ex.lanes<uint32_t>(slots[i])[l]);
      if (!m.options.strict)
        continue;
      Conflict c = isLoad ? t.shadow.read(word, 15, access)
                          : t.shadow.write(word, 15, access);
      if (c.hazard != Hazard::None)
        return m.conflict(ex, op, l, "tensor", *ex.cta, c);
    }
  auto item = std::make_shared<TensorAccess>();
  item->isLoad = isLoad;
  item->instr = op.instr;
  w.tensor.push_back(item);
  (isLoad ? m.stats.tensorReadBytes : m.stats.tensorWriteBytes) +=
      words->size() * 4;
  std::vector<uint32_t> registers(slots, slots + n);
  if (isLoad) {
    if (m.options.strict) {
      w.pendingSlots.insert(w.pendingSlots.end(), registers.begin(),
                            registers.end());
      std::sort(w.pendingSlots.begin(), w.pendingSlots.end());
    }
    for (uint32_t slot : registers)
      forLanes(mask,
               [&](unsigned l) { ex.lanes<uint32_t>(slot)[l] = 0xa5a5a5a5u; });
  }
  uint8_t *r = ex.r;
  Cta *cta = ex.cta;
  m.async(ex, op, &m.queueOf(ex.w, stream), [=]() {
    size_t at = 0;
    for (uint32_t slot : registers)
      for (unsigned l = 0; l < 32; ++l) {
        if (!(mask >> l & 1))
          continue;
        uint32_t &word = cta->tmem.words[(*words)[at]];
        uint32_t *reg = reinterpret_cast<uint32_t *>(r + slot) + l;
        if (isLoad)
          *reg = word;
        else
          word = (*values)[at];
        ++at;
      }
    item->done = true;
    return true;
  });
  return Flow::Next;
}

/// `[taddr]` or `[taddr+imm]` of 32 bits.
bool tensorAddress(Decoder &d, const ast::Operand &o, uint32_t &slot,
                   int64_t &imm) {
  if (o.kind != ast::Operand::Kind::Address || !o.elems.empty())
    return d.failAt(o.loc, "expects a tensor memory address in brackets");
  imm = o.value;
  if (o.name.empty()) {
    slot = d.constantSlot(0, 4);
    return true;
  }
  ast::Operand base;
  base.loc = o.loc;
  base.name = o.name;
  slot = d.src(base, kB32);
  return !d.failed();
}

} // namespace

bool quartet::sim::decodeTensorCopy(Decoder &d) {
  int group = d.takeOneOf({"cta_group::1", "cta_group::2"}) + 1;
  int shape =
      d.takeOneOf({"32x128b", "64x128b", "128x128b", "128x256b", "4x256b"});
  int how = d.takeOneOf({"warpx4", "warpx2::02_13", "warpx2::01_23"});
  if (group == 0 || shape < 0 || !d.expectOperands(2))
    return d.unmodelled();
  // Every shape has its own multicast form.
  if ((shape == 0) != (how == 0) || (shape == 1) != (how > 0))
    return d.unmodelled();
  static const CopyShape plain[] = {k32x128, k64x128_02_13, k128x128, k128x256,
                                    k4x256};
  uint32_t a;
  int64_t imm;
  if (!tensorAddress(d, d.operand(0), a, imm))
    return false;
  uint32_t b = d.src(d.operand(1), kB64);
  Op &op = d.emit(execCopy, 0, a, b);
  op.imm = imm;
  op.u = how == 2 ? k64x128_01_23 : plain[shape];
  op.v = static_cast<uint8_t>(group);
  return !d.failed();
}

bool quartet::sim::decodeTensorLdSt(Decoder &d, bool isLoad) {
  if (!d.take("sync") || !d.take("aligned"))
    return d.unmodelled();
  int shape = d.takeOneOf({"32x32b", "16x64b", "16x128b", "16x256b"});
  int num = d.takeOneOf({"x1", "x2", "x4", "x8", "x16", "x32", "x64", "x128"});
  if (shape < 0 || num < 0 || d.takeType() != kB32 || !d.expectOperands(2))
    return d.unmodelled();
  static const unsigned perNum[] = {1, 1, 2, 4};
  size_t n = (size_t(1) << num) * perNum[shape];
  if (n > 128)
    return d.unmodelled();
  uint32_t a;
  int64_t imm;
  if (!tensorAddress(d, d.operand(isLoad ? 1 : 0), a, imm))
    return false;
  const ast::Operand &data = d.operand(isLoad ? 0 : 1);
  std::vector<uint32_t> slots;
  if (!(isLoad ? d.dstVector(data, kB32, slots)
               : d.srcVector(data, kB32, slots)))
    return false;
  if (slots.size() != n)
    return d.failAt(
        data.loc, strf("expects %zu registers, but got %zu", n, slots.size()));
  Op &op = d.emit(execLdSt, 0, a);
  op.imm = imm;
  op.u = static_cast<uint8_t>(shape);
  op.v = isLoad;
  op.flags |= kOpAligned;
  op.list = d.addList(slots);
  op.count = static_cast<uint32_t>(n);
  return !d.failed();
}
