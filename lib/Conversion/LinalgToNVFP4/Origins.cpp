//===- Origins.cpp - Where values come from in a model --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Origins.h"

#include "ViewChain.h"
#include "quartet/Dialect/NVFP4/IR/NVFP4.h"

#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace quartet;

Attribute quartet::getArgumentMark(Value value, StringRef name) {
  auto arg = dyn_cast<BlockArgument>(value);
  if (!arg || !arg.getOwner()->isEntryBlock())
    return nullptr;
  auto function = dyn_cast<FunctionOpInterface>(arg.getOwner()->getParentOp());
  return function ? function.getArgAttr(arg.getArgNumber(), name) : Attribute();
}

Origins::Origins(ModuleOp module) {
  SymbolTableCollection symbols;
  module.walk([&](func::CallOp call) {
    auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(
        call, call.getCalleeAttr());
    if (!callee)
      return;
    callers[callee].push_back(call);
    callees[call] = callee;
  });
  SmallVector<Value> marked;
  module.walk([&](FunctionOpInterface function) {
    if (function.isExternal())
      return;
    for (BlockArgument arg : function.getArguments())
      if (function.getArgAttr(arg.getArgNumber(), nvfp4::kGradientAttrName))
        marked.push_back(arg);
  });
  for (Value value : marked)
    addGradient(value);
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

bool Origins::isParameterArgument(BlockArgument arg) {
  if (getArgumentMark(arg, nvfp4::kParamAttrName))
    return true;
  auto function = dyn_cast<func::FuncOp>(arg.getOwner()->getParentOp());
  if (!function || !arg.getOwner()->isEntryBlock() || !function.isPrivate())
    return false;
  auto known = parameterArguments.find(arg);
  if (known != parameterArguments.end())
    return known->second;
  // Recursion through this argument alone does not make it a parameter.
  parameterArguments[arg] = false;
  auto it = callers.find(function);
  bool all =
      it != callers.end() && llvm::all_of(it->second, [&](func::CallOp call) {
        return isParameter(call.getOperand(arg.getArgNumber()));
      });
  return parameterArguments[arg] = all;
}

bool Origins::isParameter(Value value) {
  Value root = getRoot(value);
  // A weight that is stored quantized is decoded before it is multiplied.
  auto decode = root.getDefiningOp<nvfp4::DequantizeOp>();
  if (decode) {
    root = getRoot(decode.getData());
    if (auto checkpoint = root.getDefiningOp<nvfp4::ImportOp>())
      root = getRoot(checkpoint.getBytes());
    else if (auto packed = root.getDefiningOp<nvfp4::FromStorageOp>())
      root = getRoot(packed.getInput());
  }
  if (auto arg = dyn_cast<BlockArgument>(root))
    return isParameterArgument(arg);
  Operation *def = root.getDefiningOp();
  if (isa<ml_program::GlobalLoadOp, ml_program::GlobalLoadConstOp>(def))
    return true;
  // Equal elements sum or average, they were not learned.
  Attribute constant;
  return isa<RankedTensorType>(root.getType()) &&
         matchPattern(root, m_Constant(&constant)) &&
         (decode || !isa<SplatElementsAttr>(constant));
}

//===----------------------------------------------------------------------===//
// Gradients
//===----------------------------------------------------------------------===//

/// Values of `op` that receive its operand `use`, for an op with regions.
void Origins::markRegionUse(OpOperand &use, SmallVectorImpl<Value> &out) {
  Operation *op = use.getOwner();
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    if (OpResult result = loop.getTiedLoopResult(&use)) {
      out.push_back(result);
      if (BlockArgument arg = loop.getTiedLoopRegionIterArg(&use))
        out.push_back(arg);
      return;
    }
  }
  // Unknown control flow: everything that comes out of it may depend on it.
  llvm::append_range(out, op->getResults());
  if (isa<RegionBranchOpInterface>(op))
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::append_range(out, block.getArguments());
}

/// Values that receive the operand `use` of a terminator.
void Origins::markReturnUse(OpOperand &use, SmallVectorImpl<Value> &out) {
  Operation *parent = use.getOwner()->getParentOp();
  unsigned number = use.getOperandNumber();
  if (auto function = dyn_cast<func::FuncOp>(parent)) {
    auto it = callers.find(function);
    if (it != callers.end())
      for (func::CallOp call : it->second)
        if (number < call.getNumResults())
          out.push_back(call.getResult(number));
    return;
  }
  if (auto loop = dyn_cast<scf::ForOp>(parent)) {
    out.push_back(loop.getResult(number));
    out.push_back(loop.getRegionIterArg(number));
    return;
  }
  if (isa<scf::IfOp, scf::ExecuteRegionOp, scf::IndexSwitchOp>(parent)) {
    out.push_back(parent->getResult(number));
    return;
  }
  // Among others a linalg body that captured the value.
  llvm::append_range(out, parent->getResults());
  if (isa<RegionBranchOpInterface>(parent))
    for (Region &region : parent->getRegions())
      for (Block &block : region)
        llvm::append_range(out, block.getArguments());
}

void Origins::addGradient(Value value) {
  SmallVector<Value> worklist = {value};
  while (!worklist.empty()) {
    Value current = worklist.pop_back_val();
    if (!gradients.insert(current).second)
      continue;
    for (OpOperand &use : current.getUses()) {
      Operation *user = use.getOwner();
      if (auto it = callees.find(user); it != callees.end()) {
        func::FuncOp callee = it->second;
        if (!callee.isExternal() &&
            use.getOperandNumber() < callee.getNumArguments())
          worklist.push_back(callee.getArgument(use.getOperandNumber()));
        else
          llvm::append_range(worklist, user->getResults());
        continue;
      }
      if (auto branch = dyn_cast<BranchOpInterface>(user)) {
        if (auto arg = branch.getSuccessorBlockArgument(use.getOperandNumber()))
          worklist.push_back(*arg);
        continue;
      }
      if (user->hasTrait<OpTrait::IsTerminator>()) {
        markReturnUse(use, worklist);
        continue;
      }
      // Sizes are not gradients.
      if (user->getNumRegions() == 0 &&
          llvm::none_of(user->getResultTypes(), [](Type type) {
            return isa<FloatType>(getElementTypeOrSelf(type));
          }))
        continue;
      if (isa<RegionBranchOpInterface>(user))
        markRegionUse(use, worklist);
      else
        llvm::append_range(worklist, user->getResults());
    }
  }
}
