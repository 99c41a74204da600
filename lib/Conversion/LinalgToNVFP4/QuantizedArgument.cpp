//===- QuantizedArgument.cpp - Quantize an argument elsewhere -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "QuantizedArgument.h"

#include "ViewChain.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace quartet;

/// Values that `op` reads, those its regions capture included.
static SetVector<Value> getReadValues(Operation *op) {
  SetVector<Value> values(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), values);
  return values;
}

/// Operations that may lie between an argument and its quantization.
static constexpr unsigned kMaxDepth = 64;

/// True if `op` can be computed from `arg` and constants alone, in at most
/// `kMaxDepth` steps.
static bool dependsOnlyOn(Operation *op, BlockArgument arg,
                          llvm::DenseMap<Operation *, bool> &known,
                          unsigned depth = 0) {
  auto [it, inserted] = known.try_emplace(op, false);
  if (!inserted)
    return it->second;
  if (depth == kMaxDepth)
    return false;
  bool result = wouldOpBeTriviallyDead(op) &&
                llvm::all_of(getReadValues(op), [&](Value value) {
                  if (Operation *def = value.getDefiningOp())
                    return dependsOnlyOn(def, arg, known, depth + 1);
                  return value == arg;
                });
  return known[op] = result;
}

/// True if equal inputs give equal bytes, and every element counts.
static bool isPlain(nvfp4::QuantizeOp op) {
  return !op.getSeed() && !op.getAmax() && !op.getValidRows() &&
         !op.getPrescale() && op.getOffsets().empty();
}

/// The dimension of `base` along which dimension `dim` of `value` runs, if
/// views alone lead from one to the other.
static std::optional<int64_t> traceDim(Value value, int64_t dim, Value base) {
  while (value != base) {
    Operation *def = value.getDefiningOp();
    SmallVector<unsigned> dims;
    if (auto merged = dyn_cast_or_null<tensor::CollapseShapeOp>(def)) {
      ReassociationIndices group = merged.getReassociationIndices()[dim];
      if (group.size() != 1)
        return std::nullopt;
      dim = group.front();
      value = merged.getSrc();
    } else if (Value source = getViewSource(def, &dims)) {
      auto *found = llvm::find(dims, unsigned(dim));
      if (found == dims.end())
        return std::nullopt;
      dim = found - dims.begin();
      value = source;
    } else {
      return std::nullopt;
    }
  }
  return dim;
}

FailureOr<QuantizedArgument> QuantizedArgument::find(BlockArgument arg,
                                                     std::string &reason) {
  QuantizedArgument result;
  result.arg = arg;
  if (!isa<RankedTensorType>(arg.getType())) {
    reason = "it is not a ranked tensor";
    return failure();
  }
  // Quantizations of what is computed from the argument alone.
  llvm::DenseMap<Operation *, bool> known;
  SmallVector<Value> worklist = {arg};
  llvm::SetVector<Operation *> found;
  llvm::SmallPtrSet<Operation *, 16> visited;
  while (!worklist.empty()) {
    for (Operation *user : worklist.pop_back_val().getUsers()) {
      if (!visited.insert(user).second || !dependsOnlyOn(user, arg, known))
        continue;
      if (auto quantize = dyn_cast<nvfp4::QuantizeOp>(user)) {
        if (isPlain(quantize))
          found.insert(quantize);
        continue;
      }
      llvm::append_range(worklist, user->getResults());
    }
  }
  if (found.empty()) {
    reason = "it is not quantized without randomness";
    return failure();
  }
  for (Operation *op : found)
    result.quantizations.push_back(cast<nvfp4::QuantizeOp>(op));
  result.collectDying();

  for (Operation *user : arg.getUsers()) {
    if (result.dying.contains(user) || result.findExtent(user))
      continue;
    auto dim = dyn_cast<tensor::DimOp>(user);
    std::optional<int64_t> index = dim ? dim.getConstantIndex() : std::nullopt;
    if (index)
      reason = "its extent " + std::to_string(*index) +
               " is needed, which the quantized matrix does not tell";
    else
      reason =
          "it is also read by '" + user->getName().getStringRef().str() + "'";
    return failure();
  }
  result.collectExtents();
  return result;
}

void QuantizedArgument::collectDying() {
  SmallVector<Operation *> worklist;
  for (nvfp4::QuantizeOp op : quantizations) {
    dying.insert(op);
    worklist.push_back(op);
  }
  auto canLose = [&](Operation *def, Operation *user) {
    if (findExtent(user))
      return true;
    // Uses in a body count as uses by its operation.
    while (user && user->getBlock() != def->getBlock() && !dying.contains(user))
      user = user->getParentOp();
    return user && dying.contains(user);
  };
  while (!worklist.empty()) {
    for (Value value : getReadValues(worklist.pop_back_val())) {
      Operation *def = value.getDefiningOp();
      if (!def || dying.contains(def) || !wouldOpBeTriviallyDead(def) ||
          !llvm::all_of(def->getUsers(),
                        [&](Operation *user) { return canLose(def, user); }))
        continue;
      dying.insert(def);
      worklist.push_back(def);
    }
  }
}

void QuantizedArgument::collectExtents() {
  auto collect = [&](Value value) {
    for (Operation *user : value.getUsers())
      if (!dying.contains(user) && findExtent(user))
        extents.push_back(cast<tensor::DimOp>(user));
  };
  collect(arg);
  for (Operation *op : dying)
    if (!isa<nvfp4::QuantizeOp>(op))
      llvm::for_each(op->getResults(), collect);
}

std::optional<int64_t> QuantizedArgument::findExtent(Operation *user) const {
  auto dimOp = dyn_cast<tensor::DimOp>(user);
  std::optional<int64_t> dim = dimOp ? dimOp.getConstantIndex() : std::nullopt;
  if (dim)
    dim = traceDim(dimOp.getSource(), *dim, arg);
  if (!dim)
    return std::nullopt;
  nvfp4::QuantizeOp op = quantizations.front();
  Value input = op.getInput();
  int64_t rank = cast<RankedTensorType>(input.getType()).getRank();
  // Columns may be padded; rows and batch are what they were.
  if (traceDim(input, op.getTranspose() ? rank - 1 : rank - 2, arg) == dim)
    return rank - 2;
  if (rank == 3 && traceDim(input, 0, arg) == dim)
    return 0;
  return std::nullopt;
}

SmallVector<Type> QuantizedArgument::getTypes() const {
  SmallVector<Type> types;
  for (nvfp4::QuantizeOp op : quantizations)
    llvm::append_range(types, op->getResultTypes());
  return types;
}

/// Copies what computes `value`, unless `mapping` knows it.
static Value cloneValue(OpBuilder &b, Value value, IRMapping &mapping) {
  if (mapping.contains(value))
    return mapping.lookup(value);
  Operation *def = value.getDefiningOp();
  for (Value operand : getReadValues(def))
    cloneValue(b, operand, mapping);
  b.clone(*def, mapping);
  return mapping.lookup(value);
}

/// Quantizes what `op`'s input is the transpose of.
static void lookThroughTransposition(nvfp4::QuantizeOp op) {
  Value input = op.getInput();
  SmallVector<unsigned> dims;
  Value source = getViewSource(input.getDefiningOp(), &dims);
  if (!source ||
      getElementTypeOrSelf(source) != getElementTypeOrSelf(input.getType()) ||
      int64_t(dims.size()) != cast<RankedTensorType>(input.getType()).getRank())
    return;
  size_t last = dims.size() - 1;
  if (dims[last] != last - 1 || dims[last - 1] != last)
    return;
  op.getInputMutable().assign(source);
  op.setTranspose(!op.getTranspose());
}

SmallVector<Value> QuantizedArgument::quantize(OpBuilder &b,
                                               Value value) const {
  IRMapping mapping;
  mapping.map(arg, value);
  SmallVector<Value> results;
  for (nvfp4::QuantizeOp op : quantizations) {
    cloneValue(b, op->getResult(0), mapping);
    auto clone =
        mapping.lookup(op->getResult(0)).getDefiningOp<nvfp4::QuantizeOp>();
    lookThroughTransposition(clone);
    llvm::append_range(results, clone->getResults());
  }
  return results;
}

LogicalResult QuantizedArgument::replace() {
  auto function = cast<func::FuncOp>(arg.getOwner()->getParentOp());
  MLIRContext *context = function.getContext();
  unsigned first = arg.getArgNumber();
  Location loc = arg.getLoc();
  NamedAttrList attrs;
  if (DictionaryAttr old = function.getArgAttrDict(first))
    for (NamedAttribute attr : old)
      if (!isa_and_nonnull<nvfp4::NVFP4Dialect>(attr.getNameDialect()))
        attrs.append(attr);
  auto none = DictionaryAttr::get(context);
  unsigned position = first + 1;
  for (nvfp4::QuantizeOp op : quantizations) {
    for (Value result : op->getResults()) {
      bool keeps = position == first + 1;
      if (failed(function.insertArgument(
              position, result.getType(),
              keeps ? attrs.getDictionary(context) : none, loc)))
        return failure();
      result.replaceAllUsesWith(function.getArgument(position++));
    }
  }
  OpBuilder b(context);
  for (tensor::DimOp dim : extents) {
    b.setInsertionPoint(dim);
    std::optional<int64_t> extent = findExtent(dim);
    Value known = tensor::DimOp::create(
        b, dim.getLoc(), function.getArgument(first + 1), *extent);
    dim.replaceAllUsesWith(known);
    dim.erase();
  }
  for (Operation *op : dying)
    op->dropAllReferences();
  for (Operation *op : dying)
    op->erase();
  return function.eraseArgument(first);
}
