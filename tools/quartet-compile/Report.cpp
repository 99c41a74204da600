//===- Report.cpp - What a compiled program costs -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report.h"

#include "quartet/Dialect/NVFP4/IR/NVFP4.h"
#include "quartet/Numerics/ScaleLayout.h"
#include "quartet/Target/Signature.h"
#include "quartet/Target/Target.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace quartet;

namespace {

/// A product of extents, of which some may be unknown.
class Product {
public:
  Product(std::initializer_list<int64_t> known = {}) {
    for (int64_t factor : known)
      multiply(factor);
  }

  Product &multiply(int64_t factor) {
    if (ShapedType::isDynamic(factor))
      ++unknown;
    else if (llvm::MulOverflow(known, factor, known))
      overflow = true;
    return *this;
  }

  bool isKnown() const { return unknown == 0 && !overflow; }
  int64_t getKnown() const { return known; }

  std::string str() const {
    if (overflow)
      return "more than 2^63";
    std::string text = std::to_string(known);
    for (unsigned i = 0; i != unknown; ++i)
      text += " * ?";
    return text;
  }

private:
  int64_t known = 1;
  unsigned unknown = 0;
  bool overflow = false;
};

} // namespace

static std::string printExtent(int64_t extent) {
  return ShapedType::isDynamic(extent) ? "?" : std::to_string(extent);
}

static void printLocation(Operation *op, llvm::raw_ostream &os) {
  if (auto file = op->getLoc()->findInstanceOf<FileLineColLoc>())
    os << file.getFilename().getValue() << ':' << file.getLine() << ':'
       << file.getColumn();
  else
    os << "unknown location";
}

/// Bytes of the elements of `type` once stored: two f4E2M1FN codes to a byte.
static Product getBytes(Type type) {
  auto shaped = cast<ShapedType>(type);
  SmallVector<int64_t> shape(shaped.getShape());
  if (isa<Float4E2M1FNType>(shaped.getElementType()) &&
      !ShapedType::isDynamic(shape.back()))
    shape.back() = numerics::packedColumns(shape.back());
  Product bytes;
  for (int64_t extent : shape)
    bytes.multiply(extent);
  return bytes;
}

static std::string printBytes(Type data, Type scales) {
  Product codes = getBytes(data), blocks = getBytes(scales);
  if (codes.isKnown() && blocks.isKnown())
    return std::to_string(codes.getKnown() + blocks.getKnown() +
                          static_cast<int64_t>(sizeof(float)));
  return codes.str() + " + " + blocks.str() + " + " +
         std::to_string(sizeof(float));
}

void tools::reportMatmuls(ModuleOp module, const Target *target,
                          llvm::raw_ostream &os) {
  module.walk([&](nvfp4::ScaledMatmulOp op) {
    auto lhs = cast<ShapedType>(op.getLhs().getType());
    auto init = cast<ShapedType>(op.getInit().getType());
    int64_t columns = lhs.getShape().back();
    // Packed: two codes to a byte.
    if (lhs.getElementType().isInteger(8) && !ShapedType::isDynamic(columns))
      columns = numerics::unpackedColumns(columns);
    Product flops = {2, columns};
    for (int64_t extent : init.getShape())
      flops.multiply(extent);
    std::string shape;
    for (int64_t extent : init.getShape())
      shape += printExtent(extent) + " x ";
    StringRef function = "?";
    if (auto parent = op->getParentOfType<FunctionOpInterface>())
      function = parent.getName();
    printLocation(op, os);
    os << ": matmul in " << function << ": " << shape << printExtent(columns)
       << ", flops " << flops.str() << ", operand bytes "
       << printBytes(op.getLhs().getType(), op.getLhsScales().getType())
       << " and "
       << printBytes(op.getRhs().getType(), op.getRhsScales().getType())
       << "\n";
    std::string prediction = target ? target->predict(op) : std::string();
    if (prediction.empty())
      return;
    printLocation(op, os);
    os << ": kernel for matmul in " << function << ": " << prediction << "\n";
  });
}

static void printSpecs(ArrayRef<TensorSpec> specs, llvm::raw_ostream &os) {
  os << '(';
  llvm::interleaveComma(specs, os, [&](const TensorSpec &spec) {
    for (int64_t extent : spec.shape)
      os << (extent == TensorSpec::kDynamic ? "?" : std::to_string(extent))
         << 'x';
    os << stringifyDType(spec.dtype);
  });
  os << ')';
}

/// The constant that the workspace of `entry` is, if it does not depend on
/// sizes. The C function checks the sizes and calls the one read here.
static std::optional<int64_t> getConstantWorkspace(ModuleOp module,
                                                   const std::string &entry) {
  auto function =
      module.lookupSymbol<LLVM::LLVMFuncOp>(entry + ".workspace_size");
  if (!function || function.isExternal() ||
      !llvm::hasSingleElement(function.getBody()))
    return std::nullopt;
  Operation *terminator = function.getBody().front().getTerminator();
  APInt value;
  if (terminator->getNumOperands() != 1 ||
      !matchPattern(terminator->getOperand(0), m_ConstantInt(&value)))
    return std::nullopt;
  return value.getSExtValue();
}

void tools::reportEntries(ModuleOp module, llvm::raw_ostream &os) {
  std::optional<std::vector<Signature>> signatures = getSignatures(module);
  if (!signatures)
    return;
  for (const Signature &signature : *signatures) {
    os << "entry " << signature.entry << ": ";
    printSpecs(signature.args, os);
    os << " -> ";
    printSpecs(signature.results, os);
    os << ", workspace bytes ";
    std::optional<int64_t> bytes =
        getConstantWorkspace(module, signature.entry);
    if (bytes)
      os << *bytes << "\n";
    else
      os << "depend on the sizes of a call\n";
  }
}
