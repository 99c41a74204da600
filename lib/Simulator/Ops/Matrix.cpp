//===- Matrix.cpp - ldmatrix, stmatrix, movmatrix -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.7.14.5: 8x8 matrices of 16-bit elements. Lanes 8i to 8i+7 give the
// rows of matrix i.
//
//===----------------------------------------------------------------------===//

#include "../Access.h"
#include "Lanes.h"

using namespace quartet::sim;

namespace {

/// Row and column of half `h` of thread `t`'s register.
std::pair<unsigned, unsigned> place(unsigned t, unsigned h, bool transposed) {
  unsigned a = t / 4, b = 2 * (t % 4) + h;
  return transposed ? std::make_pair(b, a) : std::make_pair(a, b);
}

/// u: bit 0 transposed, bit 1 store. List: registers, one per matrix.
Flow execMatrix(Exec &ex, const Op &op, uint32_t mask) {
  const uint32_t *slots = ex.m->kernel.lists.data() + op.list;
  bool transposed = op.u & 1, store = op.u & 2;
  uint16_t *rows[32];
  uint32_t offsets[32], lanes = 0;
  for (unsigned l = 0; l < 8 * op.count; ++l) {
    Place p;
    if (!resolve(ex, op, l, opSpace(op), laneAddress(ex, op, l), 16, store, p))
      return Flow::Fault;
    if (p.kind != PlaceKind::Shared)
      return ex.m->fault(ex, op, l, "shared-bounds",
                         "expects an address in shared memory");
    if (!(store ? checkWrite(ex, op, l, p, 16, false)
                : checkRead(ex, op, l, p, 16, false)))
      return Flow::Fault;
    rows[l] = reinterpret_cast<uint16_t *>(p.data);
    offsets[l] = p.offset;
    lanes |= 1u << l;
    (store ? ex.m->stats.sharedWriteBytes : ex.m->stats.sharedReadBytes) += 16;
  }
  for (unsigned i = 0; i < op.count; ++i) {
    uint16_t *r = ex.lanes<uint16_t>(slots[i]);
    uint16_t values[64];
    for (unsigned t = 0; t < 32; ++t)
      for (unsigned h = 0; h < 2; ++h) {
        auto [row, column] = place(t, h, transposed);
        if (store)
          rows[8 * i + row][column] = r[2 * t + h];
        else
          values[2 * t + h] = rows[8 * i + row][column];
      }
    if (!store)
      std::memcpy(r, values, sizeof(values));
  }
  countBankConflicts(ex, offsets, lanes, 16);
  if (store)
    ex.m->touch();
  return Flow::Next;
}

bool decodeMatrix(Decoder &d) {
  bool store = d.opcode() == "stmatrix";
  if (!d.take("sync") || !d.take("aligned") || !d.take("m8n8"))
    return d.unmodelled();
  int num = d.takeOneOf({"x1", "x2", "x4"});
  bool transposed = d.take("trans");
  Space space = takeSpace(d);
  if (num < 0 || d.takeType() != kB16 || !d.expectOperands(2) ||
      (space != Space::Generic && space != Space::SharedCta))
    return d.unmodelled();
  const ast::Operand &data = d.operand(store ? 1 : 0);
  AddressOperand address;
  std::vector<uint32_t> slots;
  if (!d.address(d.operand(store ? 0 : 1), space, address) ||
      !(store ? d.srcVector(data, kB32, slots)
              : d.dstVector(data, kB32, slots)))
    return false;
  if (slots.size() != size_t(1) << num)
    return d.failAt(data.loc, strf("expects %u registers, but got %zu",
                                   1u << num, slots.size()));
  Op &op = d.emit(execMatrix);
  setAddress(op, address);
  op.u = static_cast<uint8_t>((transposed ? 1 : 0) | (store ? 2 : 0));
  op.flags |= kOpAligned;
  op.list = d.addList(slots);
  op.count = static_cast<uint32_t>(slots.size());
  return true;
}

Flow execMovMatrix(Exec &ex, const Op &op, uint32_t) {
  const uint16_t *a = ex.lanes<uint16_t>(op.a);
  uint16_t *d = ex.lanes<uint16_t>(op.d);
  uint16_t matrix[8][8];
  for (unsigned t = 0; t < 32; ++t)
    for (unsigned h = 0; h < 2; ++h)
      matrix[t / 4][2 * (t % 4) + h] = a[2 * t + h];
  for (unsigned t = 0; t < 32; ++t)
    for (unsigned h = 0; h < 2; ++h)
      d[2 * t + h] = matrix[2 * (t % 4) + h][t / 4];
  return Flow::Next;
}

bool decodeMovMatrix(Decoder &d) {
  if (!d.take("sync") || !d.take("aligned") || !d.take("m8n8") ||
      !d.take("trans") || d.takeType() != kB16 || !d.expectOperands(2))
    return d.unmodelled();
  uint32_t a = d.src(d.operand(1), kB32);
  d.emit(execMovMatrix, d.dst(d.operand(0), kB32), a).flags |= kOpAligned;
  return !d.failed();
}

} // namespace

void quartet::sim::registerMatrix(OpTable &t) {
  t["ldmatrix"] = t["stmatrix"] = decodeMatrix;
  t["movmatrix"] = decodeMovMatrix;
}
