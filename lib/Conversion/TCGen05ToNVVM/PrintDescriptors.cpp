//===- PrintDescriptors.cpp - Explain descriptors in words ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads NVVM kernels, whoever wrote them. Bits of a descriptor are followed as
// known or unknown through the integer arithmetic that forms it.
//
//===----------------------------------------------------------------------===//

#include "quartet/Conversion/TCGen05ToNVVM/Passes.h"
#include "quartet/Descriptors/TCGen05.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/KnownBits.h"

namespace quartet {
#define GEN_PASS_DEF_TCGEN05PRINTDESCRIPTORS
#include "quartet/Conversion/TCGen05ToNVVM/Passes.h.inc"
} // namespace quartet

using namespace mlir;
using namespace quartet;
using namespace quartet::tcgen05;
using llvm::KnownBits;

namespace {

/// Width of the address field of a shared-memory descriptor.
constexpr unsigned kAddressBits = 14;

/// What is known of the bits of `value`, an integer.
class BitTracker {
public:
  KnownBits operator()(Value value) { return known(value, /*depth=*/0); }

private:
  static constexpr unsigned kMaxDepth = 32;

  /// A sum. Advancing an address field that is not known does not carry out of
  /// it: shared memory ends before the field does.
  static KnownBits add(const KnownBits &a, const KnownBits &b) {
    KnownBits sum = KnownBits::add(a, b);
    if (b.isConstant() && b.getConstant().ult(1u << kAddressBits)) {
      APInt field = APInt::getLowBitsSet(sum.getBitWidth(), kAddressBits);
      sum.One |= a.One & ~field;
      sum.Zero |= a.Zero & ~field;
    }
    return sum;
  }

  KnownBits known(Value value, unsigned depth) {
    unsigned width = value.getType().getIntOrFloatBitWidth();
    KnownBits unknown(width);
    APInt constant;
    if (matchPattern(value, m_ConstantInt(&constant)))
      return KnownBits::makeConstant(constant);
    Operation *op = value.getDefiningOp();
    if (!op || depth == kMaxDepth)
      return unknown;
    auto operand = [&](unsigned i) {
      return known(op->getOperand(i), depth + 1);
    };
    return llvm::TypeSwitch<Operation *, KnownBits>(op)
        .Case<LLVM::AndOp>([&](auto) { return operand(0) & operand(1); })
        .Case<LLVM::OrOp>([&](auto) { return operand(0) | operand(1); })
        .Case<LLVM::XOrOp>([&](auto) { return operand(0) ^ operand(1); })
        .Case<LLVM::AddOp>([&](auto) { return add(operand(0), operand(1)); })
        .Case<LLVM::ShlOp>(
            [&](auto) { return KnownBits::shl(operand(0), operand(1)); })
        .Case<LLVM::LShrOp>(
            [&](auto) { return KnownBits::lshr(operand(0), operand(1)); })
        .Case<LLVM::ZExtOp>([&](auto) { return operand(0).zext(width); })
        .Case<LLVM::TruncOp>([&](auto) { return operand(0).trunc(width); })
        .Case<NVVM::Tcgen05MmaSmemDescOp>([&](NVVM::Tcgen05MmaSmemDescOp desc) {
          // Masks each field and places it; values are in units of 16 bytes.
          auto field = [&](Value v, unsigned bits, unsigned first) {
            KnownBits k = known(v, depth + 1);
            k = k.zextOrTrunc(bits).zext(64);
            return KnownBits::shl(k, KnownBits::makeConstant(APInt(64, first)));
          };
          KnownBits result = KnownBits::makeConstant(APInt(64, 1ull << 46));
          result = result | field(desc.getStartAddr(), 14, 0);
          result = result | field(desc.getLeadingDimOffset(), 14, 16);
          result = result | field(desc.getStrideDimOffset(), 14, 32);
          result = result | field(desc.getBaseOffset(), 3, 49);
          result = result | field(desc.getLeadingDimMode(), 1, 52);
          return result | field(desc.getSwizzleMode(), 3, 61);
        })
        .Default([&](Operation *) { return unknown; });
  }
};

std::string hex(uint64_t value) {
  return "0x" + llvm::utohexstr(value, /*LowerCase=*/true);
}

struct TCGen05PrintDescriptorsPass
    : quartet::impl::TCGen05PrintDescriptorsBase<TCGen05PrintDescriptorsPass> {
  void runOnOperation() override {
    getOperation()->walk([&](Operation *op) {
      if (auto mma = dyn_cast<NVVM::Tcgen05MMABlockScaleOp>(op)) {
        printInstruction(mma);
        printShared(op, "A", mma.getMatrixA());
        printShared(op, "B", mma.getMatrixB());
      } else if (auto copy = dyn_cast<NVVM::Tcgen05CpOp>(op)) {
        printShared(op, "source", copy.getSmemDesc());
      }
    });
    markAllAnalysesPreserved();
  }

private:
  void printInstruction(NVVM::Tcgen05MMABlockScaleOp op) {
    KnownBits bits = BitTracker()(op.getIdesc());
    if (!bits.isConstant()) {
      op->emitRemark("instruction descriptor: not a constant");
      return;
    }
    uint32_t value = bits.getConstant().getZExtValue();
    InstructionDescriptor descriptor = decodeInstruction(value);
    op->emitRemark() << "instruction descriptor " << hex(value) << ": "
                     << describe(descriptor);
    if (op.getKind() != NVVM::MMABlockScaleKind::MXF4NVF4 &&
        op.getKind() != NVVM::MMABlockScaleKind::MXF4)
      return;
    unsigned group = op.getCtaGroup() == NVVM::CTAGroupKind::CTA_2 ? 2 : 1;
    std::string reason = getInvalidReason(descriptor, group);
    if (!reason.empty())
      op->emitWarning() << "illegal instruction descriptor: " << reason;
  }

  void printShared(Operation *op, StringRef name, Value value) {
    if (isa<LLVM::LLVMPointerType>(value.getType())) {
      op->emitRemark() << name << ": in tensor memory";
      return;
    }
    KnownBits bits = BitTracker()(value);
    // The address is the field that is rarely known; say so rather than
    // printing a zero.
    bool addressKnown =
        (bits.Zero | bits.One).extractBits(kAddressBits, 0).isAllOnes();
    bool restKnown = (bits.Zero | bits.One)
                         .extractBits(64 - kAddressBits, kAddressBits)
                         .isAllOnes();
    if (!restKnown) {
      op->emitRemark() << name << " descriptor: not a constant";
      return;
    }
    SharedDescriptor descriptor = decodeShared(bits.One.getZExtValue());
    std::string words = describe(descriptor);
    if (!addressKnown)
      words.replace(0, words.find(','), "address known at run time");
    op->emitRemark() << name << " descriptor: " << words;
    std::string reason = getInvalidReason(descriptor);
    if (!reason.empty())
      op->emitWarning() << "illegal " << name << " descriptor: " << reason;
  }
};

} // namespace
