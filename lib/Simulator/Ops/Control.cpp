//===- Control.cpp - Branches, calls and miscellaneous --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lanes.h"

using namespace quartet::sim;

namespace {

bool decodeBra(Decoder &d) {
  d.take("uni");
  if (!d.expectOperands(1))
    return false;
  const ast::Operand &o = d.operand(0);
  if (o.kind != ast::Operand::Kind::Name)
    return d.fail("expects a label");
  d.emit(execBranch).flags |= kOpBranch | kOpEnd | kOpNoSlots;
  return d.branchTo(o.name, o.loc);
}

/// brx.idx: one target per lane value; lanes that differ are split off.
Flow execBrx(Exec &ex, const Op &op, uint32_t mask) {
  const uint32_t *index = ex.lanes<uint32_t>(op.a);
  Group &g = *ex.g;
  const uint32_t *targets = ex.m->kernel.lists.data() + op.list;
  unsigned first = static_cast<unsigned>(__builtin_ctz(mask));
  uint32_t want = index[first];
  if (want >= op.count)
    return ex.m->fault(
        ex, op, first, "branch-index",
        strf("expects a branch index below %u, but got %u", op.count, want));
  uint32_t same = 0;
  forLanes(mask, [&](unsigned l) {
    same |= static_cast<uint32_t>(index[l] == want) << l;
  });
  if (same == g.mask) {
    g.pc = targets[want];
    return Flow::Jump;
  }
  // The rest comes back to this instruction, or goes on when not guarded in.
  return ex.m->split(ex, same, targets[want], same == mask ? g.pc + 1 : g.pc,
                     op.c);
}

bool decodeBrx(Decoder &d) {
  if (!d.take("idx"))
    return d.unmodelled();
  d.take("uni");
  if (!d.expectOperands(2))
    return false;
  uint32_t a = d.src(d.operand(0), kU32);
  d.emit(execBrx, 0, a).flags |= kOpBranch | kOpEnd | kOpNoSlots;
  return d.branchTable(d.operand(1).name, d.operand(1).loc);
}

bool decodeCallOp(Decoder &d) { return d.decodeCall(); }
bool decodeRet(Decoder &d) { return d.decodeReturn(); }

bool decodeExit(Decoder &d) {
  if (!d.expectOperands(0))
    return false;
  d.emit([](Exec &, const Op &, uint32_t) { return Flow::Exit; }).flags |=
      kOpEnd;
  return true;
}

Flow execTrap(Exec &ex, const Op &op, uint32_t mask) {
  return ex.m->fault(ex, op, static_cast<unsigned>(__builtin_ctz(mask)), "trap",
                     "kernel executes 'trap'");
}

bool decodeTrap(Decoder &d) {
  if (!d.expectOperands(0))
    return false;
  d.emit(execTrap).flags |= kOpEnd;
  return true;
}

Flow execYield(Exec &, const Op &, uint32_t) { return Flow::Yield; }
Flow execNothing(Exec &, const Op &, uint32_t) { return Flow::Next; }

bool decodeNanosleep(Decoder &d) {
  Type t = d.takeType();
  if (t != kU32 || !d.expectOperands(1))
    return d.unmodelled();
  uint32_t a = d.src(d.operand(0), kU32);
  d.emit(execYield, 0, a);
  return true;
}

bool decodeSetmaxnreg(Decoder &d) {
  int which = d.takeOneOf({"inc", "dec"});
  Type t = d.takeType();
  if (!d.take("sync") || !d.take("aligned") || which < 0 || t != kU32 ||
      !d.expectOperands(1))
    return d.unmodelled();
  int64_t n;
  if (!d.constant(d.operand(0), n))
    return false;
  if (n < 24 || n > 256 || n % 8)
    return d.failAt(d.operand(0).loc,
                    strf("expects a register count of 24 to 256 in steps of 8, "
                         "but got %lld",
                         static_cast<long long>(n)));
  // Registers are not a resource of the simulator.
  d.emit(execNothing).flags |= kOpAligned;
  return true;
}

bool decodeGriddepcontrol(Decoder &d) {
  // One kernel runs at a time: the previous one has always ended.
  if (d.takeOneOf({"wait", "launch_dependents"}) < 0 || !d.expectOperands(0))
    return d.unmodelled();
  d.emit(execNothing);
  return true;
}

} // namespace

void quartet::sim::registerControl(OpTable &t) {
  t["bra"] = decodeBra;
  t["brx"] = decodeBrx;
  t["call"] = decodeCallOp;
  t["ret"] = decodeRet;
  t["exit"] = decodeExit;
  t["trap"] = decodeTrap;
  t["nanosleep"] = decodeNanosleep;
  t["setmaxnreg"] = decodeSetmaxnreg;
  t["griddepcontrol"] = decodeGriddepcontrol;
}
