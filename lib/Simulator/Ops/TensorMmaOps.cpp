//===- TensorMmaOps.cpp - tcgen05.mma -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.7.16.10: dense MMA of kinds f16, tf32, f8f6f4 (8-bit types),
// mxf8f6f4 (8-bit types), mxf4 and mxf4nvf4, both cta groups, f32
// accumulators. Sparsity, .ws, output-lane masks and input scaling are not
// modelled.
//
//===----------------------------------------------------------------------===//

#include "../Tensor.h"
#include "Lanes.h"

using namespace quartet;
using namespace quartet::sim;

namespace {

enum Kind : uint8_t { kF16, kTF32, kF8F6F4, kMXF8F6F4, kMXF4, kMXF4NVF4 };

/// Fields of the instruction descriptor of the kinds other than mxf4 and
/// mxf4nvf4. Returns the reason when they are not legal or not modelled.
std::string decodeWide(uint32_t bits, Kind kind, TensorMma &mma) {
  uint32_t a = bits >> 7 & 7, b = bits >> 10 & 7;
  bool scaled = kind == kMXF8F6F4;
  if (bits & 4)
    return "sparse operands are not modelled";
  mma.negateA = bits >> 13 & 1;
  mma.negateB = bits >> 14 & 1;
  mma.transposeA = bits >> 15 & 1;
  mma.transposeB = bits >> 16 & 1;
  mma.n = (bits >> 17 & 63) * 8;
  mma.m = (bits >> 24 & 0x1f) * 16;
  if (scaled) {
    mma.m = (bits >> 27 & 3) * 128;
    mma.scaleIsE8M0 = bits >> 23 & 1;
    mma.scaleIdB = bits >> 4 & 3;
    mma.scaleIdA = bits >> 29 & 3;
    mma.block = 32;
    if (!mma.scaleIsE8M0)
      return "expects UE8M0 scales (bit 23)";
    if (bits & 0x8700004b)
      return strf("expects reserved bits to be zero, but got 0x%x",
                  bits & 0x8700004b);
  } else {
    uint32_t dType = bits >> 4 & 3;
    if (dType != 1)
      return strf("expects an f32 accumulator (type 1), but got %u", dType);
    if (bits & 0xe080004b)
      return strf("expects reserved bits and maximum shift to be zero, but got "
                  "0x%x",
                  bits & 0xe080004b);
  }
  auto format = [&](uint32_t code, MmaFormat &f) {
    if (kind == kF16) {
      f = code ? MmaFormat::BF16 : MmaFormat::F16;
      return code <= 1;
    }
    if (kind == kTF32) {
      f = MmaFormat::TF32;
      return code == 2;
    }
    f = code ? MmaFormat::E5M2 : MmaFormat::E4M3;
    return code <= 1;
  };
  if (!format(a, mma.aFormat) || !format(b, mma.bFormat))
    return strf("element types %u and %u are not modelled for this kind", a, b);
  if (kind == kF16 && a != b)
    return strf("expects the same element type twice, but got %u and %u", a, b);
  mma.k = kOperandBytes / (kind == kF16 ? 2 : kind == kTF32 ? 4 : 1);
  bool legalM = mma.group == 1 ? mma.m == 128 || (mma.m == 64 && !scaled)
                               : mma.m == 128 || mma.m == 256;
  if (!legalM)
    return strf("expects M = %s with cta_group::%u, but got %u",
                mma.group == 1 ? (scaled ? "128" : "64 or 128") : "128 or 256",
                mma.group, mma.m);
  uint32_t step = mma.group == 1 && (mma.m == 64 || scaled) ? 8 : 16;
  if (mma.group == 2)
    step = scaled ? 16 : 32;
  if (mma.n < step || mma.n > 256 || mma.n % step)
    return strf("expects N to be a multiple of %u in [%u, 256], but got %u",
                step, step, mma.n);
  if ((mma.transposeA || mma.transposeB) && kind == kTF32)
    return "transposed operands of tf32 are not modelled";
  return "";
}

std::string decodePacked(uint32_t bits, unsigned block, TensorMma &mma) {
  tcgen05::InstructionDescriptor d = tcgen05::decodeInstruction(bits);
  std::string reason = tcgen05::getInvalidReason(d, mma.group);
  if (!reason.empty())
    return reason;
  if (d.k != 64)
    return "K = 96 is not modelled";
  if (mma.group == 2 && d.m != 256)
    return "M = 128 with cta_group::2 is not modelled for this kind";
  if (d.scaleIsE8M0 != (block == 32))
    return block == 32 ? "expects UE8M0 scales with blocks of 32"
                       : "UE8M0 scales with blocks of 16 are not modelled";
  mma.m = d.m;
  mma.n = d.n;
  mma.k = d.k;
  mma.aFormat = mma.bFormat = MmaFormat::E2M1;
  mma.negateA = d.negateA;
  mma.negateB = d.negateB;
  mma.block = block;
  mma.scaleIsE8M0 = d.scaleIsE8M0;
  mma.scaleIdA = d.scaleIdA;
  mma.scaleIdB = d.scaleIdB;
  return "";
}

/// Checks and records the reads of one operand in shared memory.
Flow readOperand(const Exec &ex, const Op &op, unsigned lane,
                 const tcgen05::SharedDescriptor &desc, bool transposed,
                 const TensorMma &mma, bool isB, const Access &access) {
  Machine &m = *ex.m;
  uint32_t rows = (isB ? mma.n : mma.m) / mma.group;
  unsigned elementBytes =
      mma.aFormat == MmaFormat::E2M1 ? 1 : kOperandBytes / mma.k;
  for (Cta *cta : mma.blocks) {
    auto check = [&](uint32_t at, uint32_t bytes) {
      if (at < kSharedBase || at + bytes > cta->shared.size()) {
        m.fault(ex, op, lane, "shared-bounds",
                strf("descriptor of operand %s reads %u bytes at 0x%x, outside "
                     "shared memory",
                     isB ? "B" : "A", bytes, at));
        return false;
      }
      if (!m.options.strict)
        return true;
      Conflict c = cta->shadow.readBytes(at, at + bytes, access);
      if (c.hazard == Hazard::None)
        return true;
      m.conflict(ex, op, lane, "shared", *cta, c);
      return false;
    };
    if (!transposed) {
      for (uint32_t r = 0; r < rows; ++r)
        for (uint32_t b = 0; b < kOperandBytes; b += 16)
          if (!check(operandAddress(desc, false, elementBytes, r, b), 16))
            return Flow::Fault;
    } else {
      uint32_t step = 16 / elementBytes;
      for (uint32_t k = 0; k < mma.k; ++k)
        for (uint32_t r = 0; r < rows; r += step)
          if (!check(operandAddress(desc, true, elementBytes, r, k),
                     std::min(step, rows - r) * elementBytes))
            return Flow::Fault;
    }
    m.stats.sharedReadBytes += rows * kOperandBytes;
  }
  return Flow::Next;
}

/// Checks and records accesses to D, the scales and A in tensor memory.
Flow touchTensor(const Exec &ex, const Op &op, unsigned lane,
                 const TensorMma &mma, const Access &access) {
  Machine &m = *ex.m;
  auto column = [](uint32_t address) { return address & 0xffff; };
  if (mma.d >> 16 || mma.sfa >> 16 || mma.sfb >> 16 ||
      (mma.aInTensor && mma.a >> 16))
    return m.fault(ex, op, lane, "tensor-bounds",
                   "expects tensor addresses in lane 0");
  uint32_t dColumns = mma.group == 2 && mma.m == 128 ? mma.n / 2 : mma.n;
  uint32_t aColumns = kOperandBytes / 4;
  uint32_t rowsA = mma.m / mma.group;
  uint32_t sfaColumns = mma.block ? (rowsA + 31) / 32 : 0;
  uint32_t sfbColumns = mma.block ? (mma.n + 31) / 32 : 0;
  for (Cta *cta : mma.blocks) {
    if (!checkColumns(ex, op, lane, *cta, column(mma.d), dColumns) ||
        !checkColumns(ex, op, lane, *cta, column(mma.sfa), sfaColumns) ||
        !checkColumns(ex, op, lane, *cta, column(mma.sfb), sfbColumns) ||
        (mma.aInTensor &&
         !checkColumns(ex, op, lane, *cta, column(mma.a), aColumns)))
      return Flow::Fault;
  }
  if (!m.options.strict)
    return Flow::Next;
  Conflict c;
  Cta *where = nullptr;
  auto read = [&](Cta *cta, uint32_t l, uint32_t col) {
    if (c.hazard != Hazard::None)
      return;
    where = cta;
    c = cta->tmem.shadow.read(tensorWord(l, col), 15, access);
  };
  for (Cta *cta : mma.blocks) {
    for (uint32_t l = 0; mma.aInTensor && l < rowsA; ++l)
      for (uint32_t i = 0; i < aColumns; ++i)
        read(cta, l, column(mma.a) + i);
    // Scales of a row are needed in all four quarters of the lanes.
    auto scales = [&](uint32_t base, uint32_t rows) {
      for (uint32_t r = 0; r < rows; ++r)
        for (uint32_t q = 0; q < 4; ++q)
          read(cta, r % 32 + 32 * q, base + r / 32);
    };
    if (mma.block) {
      scales(column(mma.sfa), rowsA);
      scales(column(mma.sfb), mma.n);
    }
  }
  if (c.hazard != Hazard::None)
    return m.conflict(ex, op, lane, "tensor", *where, c);
  for (uint32_t r = 0; r < mma.m; ++r)
    for (uint32_t n = 0; n < mma.n; ++n) {
      TensorPlace p = accumulatorPlace(mma, r, n);
      Cta *cta = mma.blocks[p.block];
      uint32_t word = tensorWord(p.lane, column(mma.d) + p.column);
      if (mma.accumulate && cta->tmem.shadow[word].init != 15) {
        c.hazard = Hazard::Uninitialised;
        c.word = word;
      } else {
        c = cta->tmem.shadow.write(word, 15, access);
      }
      if (c.hazard != Hazard::None)
        return m.conflict(ex, op, lane, "tensor", *cta, c);
    }
  return Flow::Next;
}

/// The four copies of the scales must agree when the MMA runs.
bool scaleCopiesAgree(Machine &m, uint32_t instr, const TensorMma &mma) {
  for (Cta *cta : mma.blocks)
    for (auto [base, rows] :
         {std::pair<uint32_t, uint32_t>{mma.sfa & 0xffff, mma.m / mma.group},
          {mma.sfb & 0xffff, mma.n}})
      for (uint32_t r = 0; r < rows; ++r)
        for (uint32_t q = 1; q < 4; ++q) {
          uint32_t col = base + r / 32;
          if (cta->tmem.words[tensorWord(r % 32 + 32 * q, col)] ==
              cta->tmem.words[tensorWord(r % 32, col)])
            continue;
          m.faultAt(instr, cta, "tensor-scales",
                    strf("scales in column %u differ between lanes %u and %u",
                         col, r % 32, r % 32 + 32 * q));
          return false;
        }
  return true;
}

enum : unsigned {
  kAIsTensor,
  kASlot,
  kALo,
  kB,
  kDesc,
  kSfa,
  kSfaLo,
  kSfb,
  kSfbLo,
  kEnable,
  kFields
};

/// a: D address; imm: its offset; u: Kind | block 16 << 4; v: cta_group.
Flow execMma(Exec &ex, const Op &op, uint32_t mask) {
  Machine &m = *ex.m;
  if (!checkCtaGroup(ex, op, op.v))
    return Flow::Fault;
  std::vector<Cta *> blocks = tensorBlocks(ex, op, op.v);
  if (blocks.empty())
    return Flow::Fault;
  const uint32_t *list = m.kernel.lists.data() + op.list;
  Kind kind = static_cast<Kind>(op.u & 15);
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    unsigned l = static_cast<unsigned>(__builtin_ctz(rest));
    auto mma = std::make_shared<TensorMma>();
    mma->group = op.v;
    mma->blocks = blocks;
    uint32_t bits = ex.lanes<uint32_t>(list[kDesc])[l];
    std::string reason = kind >= kMXF4
                             ? decodePacked(bits, op.u & 16 ? 16 : 32, *mma)
                             : decodeWide(bits, kind, *mma);
    if (!reason.empty())
      return m.fault(
          ex, op, l, "instruction-descriptor",
          strf("instruction descriptor 0x%08x: %s", bits, reason.c_str()));
    mma->accumulate = ex.pred(list[kEnable]) >> l & 1;
    mma->d = ex.lanes<uint32_t>(op.a)[l] + static_cast<uint32_t>(op.imm);
    if (!loadDescriptor(ex, op, l, "operand B", ex.lanes<uint64_t>(list[kB])[l],
                        mma->bDesc))
      return Flow::Fault;
    mma->aInTensor = list[kAIsTensor];
    if (mma->aInTensor)
      mma->a = ex.lanes<uint32_t>(list[kASlot])[l] + list[kALo];
    else if (!loadDescriptor(ex, op, l, "operand A",
                             ex.lanes<uint64_t>(list[kASlot])[l], mma->aDesc))
      return Flow::Fault;
    if (mma->aInTensor && (mma->transposeA || mma->m / mma->group != 128))
      return m.fault(ex, op, l, "instruction-descriptor",
                     "A in tensor memory is modelled for 128 rows per block, "
                     "not transposed");
    if (mma->block) {
      mma->sfa = ex.lanes<uint32_t>(list[kSfa])[l] + list[kSfaLo];
      mma->sfb = ex.lanes<uint32_t>(list[kSfb])[l] + list[kSfbLo];
    }
    Actor actor = ex.w->stream(Stream::Tensor);
    uint32_t seq = ++ex.w->streamSeq[static_cast<int>(Stream::Tensor)];
    Access shared = asyncSharedAccess(ex, op, {actor, seq});
    if (!mma->aInTensor && readOperand(ex, op, l, mma->aDesc, mma->transposeA,
                                       *mma, false, shared) == Flow::Fault)
      return Flow::Fault;
    if (readOperand(ex, op, l, mma->bDesc, mma->transposeB, *mma, true,
                    shared) == Flow::Fault)
      return Flow::Fault;
    if (touchTensor(ex, op, l, *mma,
                    tensorAccess(ex, op, {actor, seq}, actor)) == Flow::Fault)
      return Flow::Fault;
    ++m.stats.tensorMma;
    m.stats.macs += uint64_t(mma->m) * mma->n * mma->k;
    uint32_t instr = op.instr;
    Machine *machine = &m;
    m.async(ex, op, &m.queueOf(ex.w, Stream::Tensor), [=]() {
      if (mma->block && machine->options.strict &&
          !scaleCopiesAgree(*machine, instr, *mma))
        return true;
      runTensorMma(*mma);
      return true;
    });
  }
  return Flow::Next;
}

/// The 32-bit base and the offset of `[taddr+imm]`.
bool tensorOperand(Decoder &d, const ast::Operand &o, uint32_t &slot,
                   uint32_t &low) {
  if (o.kind != ast::Operand::Kind::Address || !o.elems.empty() ||
      o.name.empty())
    return d.failAt(o.loc, "expects a tensor memory address in brackets");
  ast::Operand base;
  base.loc = o.loc;
  base.name = o.name;
  slot = d.src(base, kB32);
  low = static_cast<uint32_t>(o.value);
  return !d.failed();
}

} // namespace

bool quartet::sim::decodeTensorMma(Decoder &d) {
  int group = d.takeOneOf({"cta_group::1", "cta_group::2"}) + 1;
  int kind = d.takeOneOf({"kind::f16", "kind::tf32", "kind::f8f6f4",
                          "kind::mxf8f6f4", "kind::mxf4", "kind::mxf4nvf4"});
  bool scaled = d.take("block_scale");
  int vec = d.takeOneOf({"block16", "scale_vec::4X", "block32", "scale_vec::2X",
                         "scale_vec::1X"});
  d.takeOneOf({"collector::a::fill", "collector::a::use",
               "collector::a::lastuse", "collector::a::discard"});
  if (group == 0 || kind < 0 || scaled != (kind >= kMXF8F6F4))
    return d.unmodelled();
  bool block16 = vec == 0 || vec == 1;
  if (kind == kMXF4NVF4 && (vec < 0 || vec == 4))
    return d.fail("'" + d.instr().text() +
                  "' expects .block16, .scale_vec::4X, .block32 or "
                  ".scale_vec::2X");
  if ((kind == kMXF4 && (block16 || vec == 4)) ||
      (kind == kMXF8F6F4 && vec >= 0 && vec != 2 && vec != 4) ||
      (kind < kMXF8F6F4 && vec >= 0))
    return d.unmodelled();
  if (!d.expectOperands(scaled ? 7 : 5))
    return d.unmodelled();
  std::vector<uint32_t> list(kFields);
  uint32_t a, low;
  if (!tensorOperand(d, d.operand(0), a, low))
    return false;
  list[kAIsTensor] = d.operand(1).kind == ast::Operand::Kind::Address;
  if (list[kAIsTensor]) {
    if (!tensorOperand(d, d.operand(1), list[kASlot], list[kALo]))
      return false;
  } else {
    list[kASlot] = d.src(d.operand(1), kB64);
  }
  list[kB] = d.src(d.operand(2), kB64);
  list[kDesc] = d.src(d.operand(3), kB32);
  if (scaled && (!tensorOperand(d, d.operand(4), list[kSfa], list[kSfaLo]) ||
                 !tensorOperand(d, d.operand(5), list[kSfb], list[kSfbLo])))
    return false;
  list[kEnable] = d.srcPred(d.operand(scaled ? 6 : 4));
  Op &op = d.emit(execMma, 0, a);
  op.imm = low;
  op.u = static_cast<uint8_t>(kind | (block16 ? 16 : 0));
  op.v = static_cast<uint8_t>(group);
  op.list = d.addList(list);
  op.count = kFields;
  op.flags |= kOpNoSlots;
  return !d.failed();
}
