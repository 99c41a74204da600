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
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

#include <charconv>

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
      unsigned(q.tensorScale), unsigned(q.arithmetic),
      llvm::bit_cast<uint32_t>(q.scaleMax),
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
  if (const char *reason = numerics::getInvalidReason(spec))
    return emitError() << reason;
  return success();
}

//===----------------------------------------------------------------------===//
// The fields of a quantizer in text
//===----------------------------------------------------------------------===//

// The spellings of each enumeration, in the order of its values.
static constexpr StringLiteral kTensorScales[] = {
    "amax", "amax_divide_twice", "reciprocal_amax", "post_hoc_pow2",
    "post_hoc_max"};
static constexpr StringLiteral kArithmetics[] = {"reciprocal", "divide",
                                                 "divide_twice"};
static constexpr StringLiteral kCriteria[] = {"mse", "mae", "cosine"};
static constexpr StringLiteral kElementRoundings[] = {
    "nearest_even", "nearest_away", "stochastic"};
static constexpr StringLiteral kScaleRoundings[] = {"nearest_even",
                                                    "stochastic"};
static constexpr StringLiteral kCorrections[] = {"none", "group16", "group128",
                                                 "group128_weighted"};
static constexpr StringLiteral kZeroBlocks[] = {"zero", "min_normal", "one"};

/// Calls `visit(name, member, spellings)` for every field; `spellings` is empty
/// for numbers. The one list from which both the parser and the printer work.
template <typename Visitor>
static void visitFields(Visitor &&visit) {
  using Q = numerics::Quantizer;
  ArrayRef<StringLiteral> number;
  visit("tensor_scale", &Q::tensorScale, ArrayRef(kTensorScales));
  visit("arithmetic", &Q::arithmetic, ArrayRef(kArithmetics));
  visit("scale_max", &Q::scaleMax, number);
  visit("scale_override", &Q::scaleOverride, number);
  visit("candidates", &Q::numCandidates, number);
  visit("criterion", &Q::criterion, ArrayRef(kCriteria));
  visit("element", &Q::element, ArrayRef(kElementRoundings));
  visit("scale", &Q::scale, ArrayRef(kScaleRoundings));
  visit("correction", &Q::correction, ArrayRef(kCorrections));
  visit("zero_block", &Q::zeroBlock, ArrayRef(kZeroBlocks));
  visit("block_rows", &Q::blockRows, number);
}

static ParseResult parseValue(AsmParser &parser, StringRef, float &field,
                              ArrayRef<StringLiteral>) {
  double value;
  if (parser.parseFloat(value))
    return failure();
  field = static_cast<float>(value);
  return success();
}

static ParseResult parseValue(AsmParser &parser, StringRef name, uint8_t &field,
                              ArrayRef<StringLiteral>) {
  SMLoc loc = parser.getCurrentLocation();
  int64_t value;
  if (parser.parseInteger(value))
    return failure();
  if (value < 0 || value > UINT8_MAX)
    return parser.emitError(loc)
           << "expects '" << name << "' between 0 and 255, but got " << value;
  field = static_cast<uint8_t>(value);
  return success();
}

template <typename Enum, typename = std::enable_if_t<std::is_enum_v<Enum>>>
static ParseResult parseValue(AsmParser &parser, StringRef name, Enum &field,
                              ArrayRef<StringLiteral> spellings) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef value;
  if (parser.parseKeyword(&value))
    return failure();
  const StringLiteral *it = llvm::find(spellings, value);
  if (it == spellings.end())
    return parser.emitError(loc)
           << "expects '" << name << "' to be one of "
           << llvm::join(spellings, ", ") << ", but got '" << value << "'";
  field = static_cast<Enum>(it - spellings.begin());
  return success();
}

/// The shortest decimal that reads back as `field`, always with a point.
static void printValue(AsmPrinter &printer, float field,
                       ArrayRef<StringLiteral>) {
  char buffer[64];
  std::to_chars_result end = std::to_chars(buffer, buffer + sizeof(buffer),
                                           field, std::chars_format::fixed);
  StringRef text(buffer, end.ptr - buffer);
  printer << text << (text.contains('.') ? "" : ".0");
}

static void printValue(AsmPrinter &printer, uint8_t field,
                       ArrayRef<StringLiteral>) {
  printer << unsigned(field);
}

template <typename Enum, typename = std::enable_if_t<std::is_enum_v<Enum>>>
static void printValue(AsmPrinter &printer, Enum field,
                       ArrayRef<StringLiteral> spellings) {
  printer << spellings[static_cast<size_t>(field)];
}

/// Parses the value of the field called `name` into `spec`.
static ParseResult parseField(AsmParser &parser, SMLoc loc, StringRef name,
                              numerics::Quantizer &spec) {
  std::optional<ParseResult> result;
  SmallVector<StringRef> names;
  visitFields([&](StringRef field, auto member, auto spellings) {
    names.push_back(field);
    if (field == name)
      result = parseValue(parser, name, spec.*member, spellings);
  });
  if (result)
    return *result;
  return parser.emitError(loc)
         << "unknown field '" << name << "' of a quantizer; the fields are "
         << llvm::join(names, ", ");
}

static InFlightDiagnostic emitUnknownName(AsmParser &parser, SMLoc loc,
                                          StringRef name) {
  size_t count;
  const numerics::NamedQuantizer *named = numerics::getNamedQuantizers(count);
  SmallVector<StringRef> names;
  for (size_t i = 0; i < count; ++i)
    names.push_back(named[i].name);
  return parser.emitError(loc)
         << "unknown quantizer '" << name << "'; the named quantizers are "
         << llvm::join(names, ", ");
}

//   quantizer ::= `<` name `>` | `<` field `=` value (`,` field `=` value)* `>`
Attribute QuantizerAttr::parse(AsmParser &parser, Type) {
  SMLoc start = parser.getCurrentLocation();
  if (parser.parseLess())
    return {};
  SMLoc loc = parser.getCurrentLocation();
  StringRef name;
  if (parser.parseKeyword(&name))
    return {};
  if (succeeded(parser.parseOptionalGreater())) {
    QuantizerAttr attr = getNamed(parser.getContext(), name);
    if (!attr)
      emitUnknownName(parser, loc, name);
    return attr;
  }

  numerics::Quantizer spec;
  SmallVector<StringRef> seen;
  while (true) {
    if (parser.parseEqual())
      return {};
    if (llvm::is_contained(seen, name)) {
      parser.emitError(loc) << "expects field '" << name << "' only once";
      return {};
    }
    seen.push_back(name);
    if (parseField(parser, loc, name, spec))
      return {};
    if (failed(parser.parseOptionalComma()))
      break;
    loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&name))
      return {};
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<QuantizerAttr>(start, parser.getContext(), spec);
}

void QuantizerAttr::print(AsmPrinter &printer) const {
  if (const char *name = numerics::findQuantizerName(getSpec())) {
    printer << '<' << name << '>';
    return;
  }
  numerics::Quantizer spec = getSpec(), rtn;
  printer << '<';
  llvm::ListSeparator separator;
  visitFields([&](StringRef field, auto member, auto spellings) {
    if (spec.*member == rtn.*member)
      return;
    printer << StringRef(separator) << field << " = ";
    printValue(printer, spec.*member, spellings);
  });
  printer << '>';
}
