//===- Bulk.cpp - What bulk copies share ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bulk.h"

#include "Formats.h"

using namespace quartet::sim;

bool quartet::sim::issueBulkLoad(Exec &ex, const Op &op, unsigned lane, Cta &to,
                                 std::shared_ptr<BulkCopy> copy,
                                 const MbarrierRef &ref) {
  Machine &m = *ex.m;
  Mbarrier &bar = *ref.bar;
  Access access;
  access.stamp = {bar.actor, bar.phase + 1};
  access.instr = op.instr;
  access.ordered = &ex.w->clocks.seen;
  access.fenced = &ex.w->clocks.fenced;
  access.generic = false;
  for (const BulkPiece &p : copy->pieces) {
    if (m.options.strict) {
      Conflict c = to.shadow.writeBytes(p.shared, p.shared + p.bytes, access);
      if (c.hazard != Hazard::None) {
        m.conflict(ex, op, lane, "shared", to, c);
        return false;
      }
      if (p.allocation && !isInitialised(*p.allocation, p.at, p.bytes)) {
        m.fault(ex, op, lane, "global-uninitialised",
                strf("%u bytes of '%s' at offset %llu are read before anything "
                     "was written to them",
                     p.bytes, p.allocation->name.c_str(),
                     static_cast<unsigned long long>(p.at)));
        return false;
      }
    }
    if (p.global) {
      m.stats.globalReadBytes += p.bytes;
      m.stats.bulkReadBytes += p.bytes;
    }
    m.stats.sharedWriteBytes += p.bytes;
  }
  ++bar.pendingAsync;
  Machine *machine = &m;
  Cta *cta = &to, *barCta = ref.cta;
  uint32_t offset = ref.offset, instr = op.instr;
  m.async(ex, op, nullptr, [=]() {
    for (const BulkPiece &p : copy->pieces) {
      uint8_t *s = cta->shared.data() + p.shared;
      if (p.global) {
        std::memcpy(s, p.global, p.bytes);
      } else {
        for (uint32_t i = 0; i < p.bytes; ++i)
          s[i] = copy->fill[i % copy->fillBytes];
      }
    }
    withMbarrier(*machine, instr, *barCta, offset, [&](Mbarrier &b) {
      --b.pendingAsync;
      return machine->mbarrierUpdate(instr, *barCta, b, 0,
                                     -int64_t(copy->totalBytes));
    });
    return true;
  });
  return true;
}

bool quartet::sim::issueBulkStore(Exec &ex, const Op &op, unsigned lane,
                                  std::shared_ptr<BulkCopy> copy) {
  Machine &m = *ex.m;
  Actor actor = ex.w->stream(Stream::Bulk);
  uint32_t seq = ++ex.w->streamSeq[static_cast<int>(Stream::Bulk)];
  Access access;
  access.stamp = {actor, seq};
  access.instr = op.instr;
  access.ordered = &ex.w->clocks.seen;
  access.fenced = &ex.w->clocks.fenced;
  access.generic = false;
  for (const BulkPiece &p : copy->pieces) {
    if (m.options.strict) {
      Conflict c =
          ex.cta->shadow.readBytes(p.shared, p.shared + p.bytes, access);
      if (c.hazard != Hazard::None) {
        m.conflict(ex, op, lane, "shared", *ex.cta, c);
        return false;
      }
    }
    m.stats.sharedReadBytes += p.bytes;
    if (p.global) {
      m.stats.globalWriteBytes += p.bytes;
      m.stats.bulkWriteBytes += p.bytes;
    }
  }
  auto item = std::make_shared<BulkGroups::Item>();
  item->seq = seq;
  ex.w->bulk[lane].open.push_back(item);
  Cta *cta = ex.cta;
  auto data = std::make_shared<std::vector<uint8_t>>();
  m.async(
      ex, op, nullptr,
      [=]() {
        if (!item->readDone) {
          // First the source is read, some time later the destination written.
          for (const BulkPiece &p : copy->pieces)
            data->insert(data->end(), cta->shared.data() + p.shared,
                         cta->shared.data() + p.shared + p.bytes);
          item->readDone = true;
          return false;
        }
        size_t at = 0;
        for (const BulkPiece &p : copy->pieces) {
          if (p.global) {
            if (copy->reduction == Reduction::None) {
              std::memcpy(p.global, data->data() + at, p.bytes);
            } else {
              unsigned size = copy->type.bytes();
              for (uint32_t i = 0; i + size <= p.bytes; i += size)
                reduceElement(copy->type, copy->reduction, p.global + i,
                              data->data() + at + i);
            }
            markInitialised(*p.allocation, p.at, p.bytes);
          }
          at += p.bytes;
        }
        item->done = true;
        return true;
      },
      item);
  return true;
}

namespace {

template <class T>
void reduceInteger(Reduction r, uint8_t *to, const uint8_t *from) {
  T a, b;
  std::memcpy(&a, to, sizeof(T));
  std::memcpy(&b, from, sizeof(T));
  switch (r) {
  case Reduction::Add:
    a = static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
    break;
  case Reduction::Min:
    a = b < a ? b : a;
    break;
  case Reduction::Max:
    a = a < b ? b : a;
    break;
  case Reduction::Inc:
    a = a >= b ? T(0) : static_cast<T>(a + 1);
    break;
  case Reduction::Dec:
    a = a == 0 || a > b ? b : static_cast<T>(a - 1);
    break;
  case Reduction::And:
    a &= b;
    break;
  case Reduction::Or:
    a |= b;
    break;
  case Reduction::Xor:
    a ^= b;
    break;
  case Reduction::None:
    a = b;
    break;
  }
  std::memcpy(to, &a, sizeof(T));
}

template <class T>
void addReal(uint8_t *to, const uint8_t *from) {
  T a, b;
  std::memcpy(&a, to, sizeof(T));
  std::memcpy(&b, from, sizeof(T));
  a += b;
  std::memcpy(to, &a, sizeof(T));
}

void reduceHalf(Reduction r, uint8_t *to, const uint8_t *from, bool isBF16) {
  uint16_t a, b;
  std::memcpy(&a, to, 2);
  std::memcpy(&b, from, 2);
  float x = isBF16 ? bf16ToFloat(a) : f16ToFloat(a);
  float y = isBF16 ? bf16ToFloat(b) : f16ToFloat(b);
  if (r == Reduction::Add) {
    float s = toFloatOdd(addOdd(x, y));
    a = isBF16 ? floatToBF16(s) : floatToF16(s);
  } else if (x != x || (y == y && (r == Reduction::Max) == (x < y))) {
    a = b;
  }
  std::memcpy(to, &a, 2);
}

} // namespace

void quartet::sim::reduceElement(Type type, Reduction reduction, uint8_t *to,
                                 const uint8_t *from) {
  switch (type.kind) {
  case TypeKind::F16:
  case TypeKind::BF16:
    return reduceHalf(reduction, to, from, type.kind == TypeKind::BF16);
  case TypeKind::F32:
    return addReal<float>(to, from);
  case TypeKind::F64:
    return addReal<double>(to, from);
  case TypeKind::Signed:
    return type.bits == 32 ? reduceInteger<int32_t>(reduction, to, from)
                           : reduceInteger<int64_t>(reduction, to, from);
  default:
    return type.bits == 32 ? reduceInteger<uint32_t>(reduction, to, from)
                           : reduceInteger<uint64_t>(reduction, to, from);
  }
}

Reduction quartet::sim::takeReduction(Decoder &d) {
  int which =
      d.takeOneOf({"add", "min", "max", "inc", "dec", "and", "or", "xor"});
  return static_cast<Reduction>(which + 1);
}

bool quartet::sim::isBulkReduction(Type t, Reduction r) {
  switch (t.kind) {
  case TypeKind::F16:
  case TypeKind::BF16:
    return r == Reduction::Add || r == Reduction::Min || r == Reduction::Max;
  case TypeKind::F32:
  case TypeKind::F64:
    return r == Reduction::Add;
  case TypeKind::Bits:
    return (t.bits == 32 || t.bits == 64) &&
           (r == Reduction::And || r == Reduction::Or || r == Reduction::Xor);
  case TypeKind::Unsigned:
  case TypeKind::Signed:
    if (t.bits != 32 && t.bits != 64)
      return false;
    if (r == Reduction::Inc || r == Reduction::Dec)
      return t == kU32;
    return r == Reduction::Add || r == Reduction::Min || r == Reduction::Max;
  default:
    return false;
  }
}

int quartet::sim::takeBulkDirection(Decoder &d) {
  std::string_view to = d.takeNext(), from = d.takeNext();
  if (to == "shared::cta" && from == "global")
    return 0;
  if (to == "shared::cluster" && from == "global")
    return 1;
  if (to == "shared::cluster" && from == "shared::cta")
    return 2;
  if (to == "global" && from == "shared::cta")
    return 3;
  return -1;
}
