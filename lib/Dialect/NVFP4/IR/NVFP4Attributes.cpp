//===- NVFP4Attributes.cpp - Attributes of the nvfp4 dialect --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Printing, parsing and verification. A quantizer equal to a named one prints
// as its name, any other as the fields that differ from `rtn`.
//
//===----------------------------------------------------------------------===//

#include "quartet/Dialect/NVFP4/IR/NVFP4Attributes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::nvfp4;

#include "quartet/Dialect/NVFP4/IR/NVFP4Enums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "quartet/Dialect/NVFP4/IR/NVFP4Attributes.cpp.inc"

void NVFP4Dialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "quartet/Dialect/NVFP4/IR/NVFP4Attributes.cpp.inc"
      >();
}

llvm::hash_code numerics::hash_value(const Quantizer &q) {
  return llvm::hash_combine(
      unsigned(q.tensorScale), llvm::bit_cast<uint32_t>(q.scaleMax),
      llvm::bit_cast<uint32_t>(q.scaleOverride), q.numCandidates,
      unsigned(q.criterion), unsigned(q.element), unsigned(q.scale),
      unsigned(q.correction), unsigned(q.zeroBlock), q.blockRows);
}

QuantizerAttr QuantizerAttr::getNamed(MLIRContext *context, StringRef name) {
  const numerics::NamedQuantizer *named =
      numerics::findQuantizer(name.str().c_str());
  return named ? get(context, named->quantizer) : QuantizerAttr();
}

LogicalResult
QuantizerAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                      numerics::Quantizer spec) {
  if (spec.numCandidates < 1 || spec.numCandidates > 2)
    return emitError() << "expects 1 or 2 candidates, but got "
                       << unsigned(spec.numCandidates);
  return success();
}

Attribute QuantizerAttr::parse(AsmParser &parser, Type) {
  StringRef name;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseKeyword(&name) || parser.parseGreater())
    return {};
  QuantizerAttr attr = getNamed(parser.getContext(), name);
  if (!attr)
    parser.emitError(loc) << "unknown quantizer '" << name << "'";
  return attr;
}

void QuantizerAttr::print(AsmPrinter &printer) const {
  if (const char *name = numerics::findQuantizerName(getSpec()))
    printer << '<' << name << '>';
}
