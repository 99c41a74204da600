//===- CarryBits.cpp - bf16 values as their bits --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input: optimized LLVM IR, in which arithmetic on bf16 is arithmetic on f32
// and on bits. Output: the same, in which scalars are also moved as bits:
// loads, stores, selections, phis and elements of vectors.
//
//===----------------------------------------------------------------------===//

#include "CarryBits.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

/// The integer type of the bits of `type`, a bf16 or vector of bf16.
static Type *getBitsType(Type *type) {
  Type *i16 = Type::getInt16Ty(type->getContext());
  auto *vector = dyn_cast<VectorType>(type);
  return vector ? VectorType::get(i16, vector->getElementCount()) : i16;
}

/// The bits of `value`, at the place of `builder`.
static Value *getBits(IRBuilder<> &builder, Value *value) {
  Type *type = getBitsType(value->getType());
  auto *cast = dyn_cast<BitCastInst>(value);
  if (cast && cast->getSrcTy() == type)
    return cast->getOperand(0);
  return builder.CreateBitCast(value, type);
}

/// The bits of the result of `op`, made from those of its operands, or null if
/// it is none that moves a scalar.
static Value *moveBits(Instruction &op) {
  IRBuilder<> builder(&op);
  if (auto *load = dyn_cast<LoadInst>(&op)) {
    if (!load->getType()->isBFloatTy() || !load->isSimple())
      return nullptr;
    return builder.CreateAlignedLoad(getBitsType(load->getType()),
                                     load->getPointerOperand(),
                                     load->getAlign());
  }
  if (auto *select = dyn_cast<SelectInst>(&op))
    return !select->getType()->isBFloatTy()
               ? nullptr
               : builder.CreateSelect(
                     select->getCondition(),
                     getBits(builder, select->getTrueValue()),
                     getBits(builder, select->getFalseValue()));
  if (auto *extract = dyn_cast<ExtractElementInst>(&op))
    return !extract->getType()->isBFloatTy()
               ? nullptr
               : builder.CreateExtractElement(
                     getBits(builder, extract->getVectorOperand()),
                     extract->getIndexOperand());
  if (auto *insert = dyn_cast<InsertElementInst>(&op))
    return !insert->getOperand(1)->getType()->isBFloatTy()
               ? nullptr
               : builder.CreateInsertElement(
                     getBits(builder, insert->getOperand(0)),
                     getBits(builder, insert->getOperand(1)),
                     insert->getOperand(2));
  return nullptr;
}

/// Replaces `phi` by one of the bits of its values.
static void replacePhi(PHINode *phi) {
  PHINode *bits =
      PHINode::Create(getBitsType(phi->getType()), phi->getNumIncomingValues(),
                      "", phi->getIterator());
  // Once per block, which may be there several times.
  DenseMap<BasicBlock *, Value *> incoming;
  for (unsigned i = 0, e = phi->getNumIncomingValues(); i != e; ++i) {
    BasicBlock *block = phi->getIncomingBlock(i);
    Value *&value = incoming[block];
    if (!value) {
      IRBuilder<> builder(block->getTerminator());
      value = getBits(builder, phi->getIncomingValue(i));
    }
    bits->addIncoming(value, block);
  }
  BasicBlock *block = phi->getParent();
  IRBuilder<> builder(block, block->getFirstInsertionPt());
  phi->replaceAllUsesWith(builder.CreateBitCast(bits, phi->getType()));
  phi->eraseFromParent();
}

void quartet::host::carryBits(Module &module) {
  for (Function &function : module) {
    SmallVector<Instruction *> ops;
    SmallVector<PHINode *> phis;
    for (Instruction &op : instructions(function)) {
      auto *phi = dyn_cast<PHINode>(&op);
      if (phi && phi->getType()->isBFloatTy())
        phis.push_back(phi);
      else if (!phi)
        ops.push_back(&op);
    }
    for (Instruction *op : ops) {
      auto *store = dyn_cast<StoreInst>(op);
      if (store && store->isSimple() &&
          store->getValueOperand()->getType()->isBFloatTy()) {
        IRBuilder<> builder(store);
        store->setOperand(0, getBits(builder, store->getValueOperand()));
        continue;
      }
      Value *bits = moveBits(*op);
      if (!bits)
        continue;
      IRBuilder<> builder(op);
      op->replaceAllUsesWith(builder.CreateBitCast(bits, op->getType()));
      op->eraseFromParent();
    }
    for (PHINode *phi : phis)
      replacePhi(phi);
    // Bits of bits: what the steps above made of each other's results.
    for (Instruction &op : make_early_inc_range(instructions(function))) {
      auto *cast = dyn_cast<BitCastInst>(&op);
      auto *inner = cast ? dyn_cast<BitCastInst>(cast->getOperand(0)) : nullptr;
      if (inner && inner->getSrcTy() == cast->getDestTy())
        cast->replaceAllUsesWith(inner->getOperand(0));
    }
    for (BasicBlock &block : function)
      for (Instruction &op : make_early_inc_range(reverse(block)))
        if (isa<BitCastInst>(op) && op.use_empty())
          op.eraseFromParent();
  }
}
