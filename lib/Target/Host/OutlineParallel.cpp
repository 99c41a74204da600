//===- OutlineParallel.cpp - Compile equal parallel loops once ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input: functions with outermost scf.parallel. Output: one function for each
// set of equal loops, called where they stood.
//
//===----------------------------------------------------------------------===//

#include "quartet/Target/Host/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Transforms/RegionUtils.h"

namespace quartet {
#define GEN_PASS_DEF_HOSTOUTLINEPARALLEL
#include "quartet/Target/Host/Passes.h.inc"
} // namespace quartet

using namespace mlir;

namespace {

/// Puts loops into functions, equal ones into the same.
class Outliner {
public:
  explicit Outliner(ModuleOp module)
      : builder(module.getContext()), symbols(module) {}

  void outline(scf::ParallelOp loop);

private:
  func::FuncOp createFunction(scf::ParallelOp loop, ArrayRef<Value> constants,
                              ArrayRef<Value> params);
  func::FuncOp findEqual(func::FuncOp function, llvm::hash_code hash) const;

  OpBuilder builder;
  SymbolTable symbols;
  llvm::DenseMap<size_t, SmallVector<func::FuncOp>> functions;
};

/// The same for equal functions, whatever their names and locations.
llvm::hash_code computeHash(func::FuncOp function) {
  llvm::hash_code hash = llvm::hash_combine(function.getFunctionType());
  function.getBody().walk([&](Operation *op) {
    hash = llvm::hash_combine(hash, op->getName(), op->getAttrDictionary());
    for (Type type : op->getOperandTypes())
      hash = llvm::hash_combine(hash, type);
  });
  return hash;
}

/// The function of `loop`, not yet in the module: copies of the constants that
/// the loop uses, then the loop on arguments for everything else.
func::FuncOp Outliner::createFunction(scf::ParallelOp loop,
                                      ArrayRef<Value> constants,
                                      ArrayRef<Value> params) {
  Location loc = loop.getLoc();
  auto function = func::FuncOp::create(
      loc, "parallel",
      builder.getFunctionType(llvm::to_vector(ValueRange(params).getTypes()),
                              {}));
  function.setPrivate();
  MLIRContext *context = builder.getContext();
  function->setAttr("llvm.linkage",
                    LLVM::LinkageAttr::get(context, LLVM::Linkage::Internal));
  // Inlining would compile the loop again for every call.
  function->setAttr("passthrough", builder.getStrArrayAttr({"noinline"}));
  Block *body = function.addEntryBlock();
  IRMapping mapping;
  mapping.map(params, body->getArguments());
  builder.setInsertionPointToStart(body);
  for (Value constant : constants)
    builder.clone(*constant.getDefiningOp(), mapping);
  builder.clone(*loop, mapping);
  func::ReturnOp::create(builder, loc);
  return function;
}

func::FuncOp Outliner::findEqual(func::FuncOp function,
                                 llvm::hash_code hash) const {
  auto found = functions.find(hash);
  if (found != functions.end())
    for (func::FuncOp other : found->second)
      if (other.getFunctionType() == function.getFunctionType() &&
          OperationEquivalence::isRegionEquivalentTo(
              &other.getBody(), &function.getBody(),
              OperationEquivalence::IgnoreLocations))
        return other;
  return {};
}

void Outliner::outline(scf::ParallelOp loop) {
  // In the order of their first use, which is the same for equal loops.
  llvm::SetVector<Value> used(loop->operand_begin(), loop->operand_end());
  getUsedValuesDefinedAbove(loop.getRegion(), used);
  SmallVector<Value> constants, params;
  for (Value value : used) {
    Operation *op = value.getDefiningOp();
    bool isConstant = op && op->hasTrait<OpTrait::ConstantLike>();
    (isConstant ? constants : params).push_back(value);
  }
  func::FuncOp function = createFunction(loop, constants, params);
  llvm::hash_code hash = computeHash(function);
  func::FuncOp callee = findEqual(function, hash);
  if (callee) {
    function.erase();
  } else {
    symbols.insert(function);
    functions[hash].push_back(function);
    callee = function;
  }
  builder.setInsertionPoint(loop);
  func::CallOp::create(builder, loop.getLoc(), callee, params);
  loop.erase();
}

struct OutlineParallel
    : quartet::impl::HostOutlineParallelBase<OutlineParallel> {
  void runOnOperation() override {
    SmallVector<scf::ParallelOp> loops;
    getOperation().walk<WalkOrder::PreOrder>([&](scf::ParallelOp loop) {
      // One with results reduces, which no thread may do.
      if (loop.getNumResults() == 0)
        loops.push_back(loop);
      return WalkResult::skip();
    });
    Outliner outliner(getOperation());
    for (scf::ParallelOp loop : loops)
      outliner.outline(loop);
  }
};

} // namespace
