//===- Marks.cpp - Attributes by which users steer the compiler -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect's discardable attributes, one table per place where they may
// stand. A mark that is misspelt, or on the wrong value, would otherwise be
// ignored without a word. docs/Raise.md says what each means.
//
//===----------------------------------------------------------------------===//

#include "quartet/Dialect/NVFP4/IR/NVFP4Attributes.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace quartet::nvfp4;

namespace {

/// A legal attribute: its values, and the types of the values it marks.
struct Mark {
  StringLiteral name;
  bool (*isLegalValue)(Attribute);
  StringLiteral values;
  /// Marks on operations: null.
  bool (*isLegalType)(Type) = nullptr;
  StringLiteral types = "";
};

} // namespace

static bool isUnit(Attribute value) { return isa<UnitAttr>(value); }

static bool isUnitOrRole(Attribute value) {
  auto name = dyn_cast<StringAttr>(value);
  return isUnit(value) || (name && symbolizeRole(name.getValue()));
}

static bool isRole(Attribute value) { return isa<RoleAttr>(value); }

static bool isSaved(Attribute value) { return isa<SavedAttr>(value); }

static bool isAny(Type) { return true; }

static bool isShaped(Type type) {
  return isa<TensorType, BaseMemRefType>(type);
}

static bool isShapedFloat(Type type) {
  return isShaped(type) && isa<FloatType>(getElementTypeOrSelf(type));
}

static bool isSeed(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return getElementTypeOrSelf(type).isSignlessInteger(64) &&
         (!shaped ||
          (isShaped(type) && shaped.hasRank() && shaped.getRank() == 0));
}

static bool isIndex(Type type) { return type.isIndex(); }

static constexpr Mark kOperationMarks[] = {
    {kKeepAttrName, isUnit, "unit"},
    {kForceAttrName, isUnitOrRole, "unit, \"fprop\", \"dgrad\" or \"wgrad\""},
    {kRoleAttrName, isRole, "#nvfp4.role"},
};

static constexpr Mark kArgumentMarks[] = {
    {kParamAttrName, isUnit, "unit", isShaped, "a tensor or memref"},
    {kGradientAttrName, isUnit, "unit", isShapedFloat,
     "a tensor or memref of floats"},
    {kSeedAttrName, isUnit, "unit", isSeed, "'i64' or 'tensor<i64>'"},
    {kInstanceAttrName, isUnit, "unit", isIndex, "'index'"},
    {kSavedAttrName, isSaved, "#nvfp4.saved<@function, result = number>",
     isShaped, "a tensor or memref"},
    {kKeepAttrName, isUnit, "unit", isAny, ""},
};

/// The mark called `name`, or null.
static const Mark *findMark(ArrayRef<Mark> marks, StringRef name) {
  const Mark *mark =
      llvm::find_if(marks, [&](const Mark &m) { return m.name == name; });
  return mark == marks.end() ? nullptr : mark;
}

/// "'nvfp4.keep', 'nvfp4.force' or 'nvfp4.role'".
static std::string listNames(ArrayRef<Mark> marks) {
  std::string text;
  for (auto [i, mark] : llvm::enumerate(marks)) {
    if (i != 0)
      text += i + 1 == marks.size() ? " or " : ", ";
    text += ("'" + mark.name + "'").str();
  }
  return text;
}

LogicalResult NVFP4Dialect::verifyOperationAttribute(Operation *op,
                                                     NamedAttribute attribute) {
  StringRef name = attribute.getName();
  const Mark *mark = findMark(kOperationMarks, name);
  if (!mark)
    return op->emitOpError("expects an attribute of nvfp4 to be ")
           << listNames(kOperationMarks) << ", but got '" << name << "'";
  if (!mark->isLegalValue(attribute.getValue()))
    return op->emitOpError("expects '") << name << "' to be " << mark->values
                                        << ", but got " << attribute.getValue();
  return success();
}

LogicalResult NVFP4Dialect::verifyRegionArgAttribute(Operation *op,
                                                     unsigned regionIndex,
                                                     unsigned argIndex,
                                                     NamedAttribute attribute) {
  StringRef name = attribute.getName();
  auto function = dyn_cast<FunctionOpInterface>(op);
  auto emitError = [&]() -> InFlightDiagnostic {
    Region &region = op->getRegion(regionIndex);
    Location loc = op->getLoc();
    if (!region.empty() && argIndex < region.getNumArguments())
      loc = region.getArgument(argIndex).getLoc();
    InFlightDiagnostic error = mlir::emitError(loc);
    error << "argument " << argIndex << " of '";
    if (function)
      error << function.getName();
    else
      error << op->getName();
    error << "' expects ";
    return error;
  };

  const Mark *mark = findMark(kArgumentMarks, name);
  if (!mark)
    return emitError() << "a mark of nvfp4 to be " << listNames(kArgumentMarks)
                       << ", but got '" << name << "'";
  if (!mark->isLegalValue(attribute.getValue()))
    return emitError() << "'" << name << "' to be " << mark->values
                       << ", but got " << attribute.getValue();
  // Once lowered to llvm, an argument is several of other types.
  if (!function || !isa<FunctionType>(function.getFunctionType()))
    return success();
  Type type = function.getArgumentTypes()[argIndex];
  if (!mark->isLegalType(type))
    return emitError() << "'" << name << "' on " << mark->types << ", but got "
                       << type;
  if (name == kGradientAttrName &&
      function.getArgAttr(argIndex, kParamAttrName))
    return emitError() << "at most one of '" << kParamAttrName << "' and '"
                       << kGradientAttrName << "', but got both";
  return success();
}

LogicalResult NVFP4Dialect::verifyRegionResultAttribute(
    Operation *op, unsigned, unsigned resultIndex, NamedAttribute attribute) {
  return op->emitOpError("expects no mark of nvfp4 on a result, but got '")
         << attribute.getName().getValue() << "' on result " << resultIndex;
}
