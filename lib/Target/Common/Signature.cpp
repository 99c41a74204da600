//===- Signature.cpp - What a caller of a compiled entry must know --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Element types of the C ABI, and signatures to and from JSON.
//
//===----------------------------------------------------------------------===//

#include "quartet/Target/Signature.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace quartet;
namespace json = llvm::json;

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

namespace {
struct DTypeInfo {
  DType dtype;
  llvm::StringLiteral name;
  int64_t size;
};

constexpr DTypeInfo kDTypes[] = {
    {DType::I1, "i1", 1},
    {DType::I8, "i8", 1},
    {DType::I16, "i16", 2},
    {DType::I32, "i32", 4},
    {DType::I64, "i64", 8},
    {DType::Index, "index", 8},
    {DType::F8E4M3FN, "f8E4M3FN", 1},
    {DType::F8E5M2, "f8E5M2", 1},
    {DType::F16, "f16", 2},
    {DType::BF16, "bf16", 2},
    {DType::F32, "f32", 4},
    {DType::F64, "f64", 8},
};
} // namespace

llvm::StringRef quartet::stringifyDType(DType dtype) {
  return llvm::find_if(
             kDTypes,
             [&](const DTypeInfo &info) { return info.dtype == dtype; })
      ->name;
}

std::optional<DType> quartet::symbolizeDType(llvm::StringRef name) {
  for (const DTypeInfo &info : kDTypes)
    if (info.name == name)
      return info.dtype;
  return std::nullopt;
}

std::optional<DType> quartet::getDType(mlir::Type type) {
  if (type.isIndex())
    return DType::Index;
  if (auto integer = mlir::dyn_cast<mlir::IntegerType>(type))
    return symbolizeDType("i" + std::to_string(integer.getWidth()));
  if (mlir::isa<mlir::FloatType>(type)) {
    std::string name;
    llvm::raw_string_ostream(name) << type;
    return symbolizeDType(name);
  }
  return std::nullopt;
}

int64_t quartet::getDTypeSize(DType dtype) {
  return llvm::find_if(
             kDTypes,
             [&](const DTypeInfo &info) { return info.dtype == dtype; })
      ->size;
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

int64_t TensorSpec::getNumDynamicDims() const {
  return llvm::count(shape, kDynamic);
}

int64_t Signature::getSeedArgument() const {
  for (auto [index, arg] : llvm::enumerate(args))
    if (arg.isSeed)
      return index;
  return -1;
}

int64_t Signature::getNumSizes() const {
  int64_t count = 0;
  for (const TensorSpec &arg : args)
    count += arg.getNumDynamicDims();
  return count;
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static json::Object toObject(const TensorSpec &spec) {
  json::Object object{{"name", spec.name},
                      {"dtype", stringifyDType(spec.dtype)},
                      {"shape", json::Array(spec.shape)}};
  if (spec.isSeed)
    object["seed"] = true;
  if (spec.isWritten)
    object["written"] = true;
  if (spec.inout >= 0)
    object["inout"] = spec.inout;
  return object;
}

std::string Signature::toJSON() const {
  json::Array argArray, resultArray;
  for (const TensorSpec &spec : args)
    argArray.push_back(toObject(spec));
  for (const TensorSpec &spec : results)
    resultArray.push_back(toObject(spec));
  json::Value value = json::Object{{"entry", entry},
                                   {"args", std::move(argArray)},
                                   {"results", std::move(resultArray)},
                                   {"checks", json::Array(checks)}};
  std::string text;
  llvm::raw_string_ostream(text) << value;
  return text;
}

namespace quartet {
// Found by argument-dependent lookup from json::ObjectMapper.
static bool fromJSON(const json::Value &value, TensorSpec &spec,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  std::string dtype;
  if (!map || !map.map("name", spec.name) || !map.map("dtype", dtype) ||
      !map.map("shape", spec.shape) || !map.mapOptional("seed", spec.isSeed) ||
      !map.mapOptional("written", spec.isWritten) ||
      !map.mapOptional("inout", spec.inout))
    return false;
  std::optional<DType> symbol = symbolizeDType(dtype);
  if (!symbol) {
    path.field("dtype").report("expects a known element type");
    return false;
  }
  spec.dtype = *symbol;
  return true;
}
} // namespace quartet

/// Checks what callers rely on: `spec`, of the arguments or results, against
/// `others`, which are the results or arguments.
static bool isConsistent(const TensorSpec &spec, int64_t index,
                         llvm::ArrayRef<TensorSpec> others) {
  if (llvm::any_of(spec.shape, [](int64_t extent) {
        return extent < 0 && extent != TensorSpec::kDynamic;
      }))
    return false;
  if (spec.isSeed && (spec.dtype != DType::I64 || !spec.shape.empty()))
    return false;
  if (spec.inout == -1)
    return true;
  return spec.inout >= 0 && spec.inout < static_cast<int64_t>(others.size()) &&
         others[spec.inout].inout == index &&
         others[spec.inout].dtype == spec.dtype &&
         others[spec.inout].shape == spec.shape;
}

llvm::Expected<Signature> Signature::fromJSON(llvm::StringRef text) {
  llvm::Expected<json::Value> value = json::parse(text);
  if (!value)
    return value.takeError();
  Signature signature;
  json::Path::Root root("signature");
  json::ObjectMapper map(*value, root);
  if (!map || !map.map("entry", signature.entry) ||
      !map.map("args", signature.args) ||
      !map.map("results", signature.results) ||
      !map.map("checks", signature.checks))
    return root.getError();
  auto verify = [](llvm::ArrayRef<TensorSpec> specs,
                   llvm::ArrayRef<TensorSpec> others) -> const TensorSpec * {
    for (auto [index, spec] : llvm::enumerate(specs))
      if (!isConsistent(spec, index, others))
        return &spec;
    return nullptr;
  };
  const TensorSpec *wrong = verify(signature.args, signature.results);
  if (!wrong)
    wrong = verify(signature.results, signature.args);
  if (wrong)
    return llvm::createStringError(
        llvm::inconvertibleErrorCode(),
        "expects extents of at least 0 (-1 if dynamic), seeds of i64, and "
        "bound results like their arguments, but '" +
            wrong->name + "' is not so");
  return signature;
}

std::optional<std::vector<Signature>>
quartet::getSignatures(mlir::ModuleOp module) {
  std::vector<Signature> signatures;
  for (mlir::Operation &op : *module.getBody()) {
    auto text = op.getAttrOfType<mlir::StringAttr>("quartet.signature");
    if (!text)
      continue;
    llvm::Expected<Signature> signature = Signature::fromJSON(text);
    if (!signature) {
      op.emitError() << "expects a signature in 'quartet.signature', but got: "
                     << llvm::toString(signature.takeError());
      return std::nullopt;
    }
    signatures.push_back(std::move(*signature));
  }
  return signatures;
}
