//===- OutlineParallel.cpp - Compile equal parallel loops once ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input: functions with outermost scf.parallel. Output: one function for each
// set of loops that are equal up to integers, called where they stood.
//
//===----------------------------------------------------------------------===//

#include "quartet/Target/Host/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/BitVector.h"

namespace quartet {
#define GEN_PASS_DEF_HOSTOUTLINEPARALLEL
#include "quartet/Target/Host/Passes.h.inc"
} // namespace quartet

using namespace mlir;

namespace {

/// One loop as a call: the values it uses from outside, and the integers it
/// uses, one per use.
struct Member {
  scf::ParallelOp loop;
  SmallVector<Value> params;
  SmallVector<TypedAttr> integers;
};

/// Loops that are equal up to integers, and their function, whose arguments are
/// the members' `params` and `integers`.
struct Group {
  func::FuncOp function;
  SmallVector<Member> members;
};

/// Puts loops into functions, equal ones into the same.
class Outliner {
public:
  explicit Outliner(ModuleOp module)
      : builder(module.getContext()), symbols(module) {}

  /// Adds `loop` to the group of its equals.
  void add(scf::ParallelOp loop);

  /// Replaces all loops by calls.
  void finish();

private:
  func::FuncOp createFunction(Member &member, ArrayRef<Value> constants);
  void finish(Group &group);

  OpBuilder builder;
  SymbolTable symbols;
  SmallVector<Group> groups;
  llvm::DenseMap<size_t, SmallVector<size_t>> groupsByHash;
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

bool areEqual(func::FuncOp lhs, func::FuncOp rhs) {
  return lhs.getFunctionType() == rhs.getFunctionType() &&
         OperationEquivalence::isRegionEquivalentTo(
             &lhs.getBody(), &rhs.getBody(),
             OperationEquivalence::IgnoreLocations);
}

/// The integer or vector of integers that `value` is, other than an index:
/// bounds of loops stay known.
TypedAttr getInteger(Value value) {
  TypedAttr attr;
  if (isa<IntegerType>(getElementTypeOrSelf(value.getType())))
    matchPattern(value, m_Constant(&attr));
  return attr;
}

/// The function of the member's loop, not yet in the module: copies of the
/// constants that the loop uses, then the loop on arguments for everything
/// else.
func::FuncOp Outliner::createFunction(Member &member,
                                      ArrayRef<Value> constants) {
  Location loc = member.loop.getLoc();
  MLIRContext *context = builder.getContext();
  auto function = func::FuncOp::create(
      loc, "parallel",
      builder.getFunctionType(
          llvm::to_vector(ValueRange(member.params).getTypes()), {}));
  function.setPrivate();
  function->setAttr("llvm.linkage",
                    LLVM::LinkageAttr::get(context, LLVM::Linkage::Internal));
  // Inlining would compile the loop again for every call.
  function->setAttr("passthrough", builder.getStrArrayAttr({"noinline"}));
  Block *body = function.addEntryBlock();
  IRMapping mapping;
  mapping.map(member.params, body->getArguments());
  builder.setInsertionPointToStart(body);
  for (Value constant : constants)
    builder.clone(*constant.getDefiningOp(), mapping);
  Operation *loop = builder.clone(*member.loop, mapping);
  func::ReturnOp::create(builder, loc);
  // An argument for every use of an integer, since equal integers may mean
  // different things.
  loop->walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (OpOperand &operand : op->getOpOperands()) {
      TypedAttr integer = getInteger(operand.get());
      if (!integer || operand.get().getParentBlock() != body)
        continue;
      operand.set(body->addArgument(integer.getType(), loc));
      member.integers.push_back(integer);
    }
  });
  for (Operation &op : llvm::make_early_inc_range(*body))
    if (isOpTriviallyDead(&op))
      op.erase();
  function.setFunctionType(
      builder.getFunctionType(body->getArgumentTypes(), {}));
  return function;
}

void Outliner::add(scf::ParallelOp loop) {
  // In the order of their first use, which is the same for equal loops.
  llvm::SetVector<Value> used(loop->operand_begin(), loop->operand_end());
  getUsedValuesDefinedAbove(loop.getRegion(), used);
  Member member{loop, {}, {}};
  SmallVector<Value> constants;
  for (Value value : used) {
    Operation *op = value.getDefiningOp();
    bool isConstant = op && op->hasTrait<OpTrait::ConstantLike>();
    (isConstant ? constants : member.params).push_back(value);
  }
  func::FuncOp function = createFunction(member, constants);
  SmallVector<size_t> &candidates = groupsByHash[computeHash(function)];
  auto *found = llvm::find_if(candidates, [&](size_t index) {
    return areEqual(groups[index].function, function);
  });
  if (found != candidates.end()) {
    function.erase();
    groups[*found].members.push_back(std::move(member));
    return;
  }
  candidates.push_back(groups.size());
  groups.push_back({function, {std::move(member)}});
}

/// Integers that all members share go into the function, others become
/// operands of the calls.
void Outliner::finish(Group &group) {
  Block *body = &group.function.getBody().front();
  size_t numParams = group.members.front().params.size();
  llvm::BitVector shared(body->getNumArguments());
  for (size_t i = numParams; i < body->getNumArguments(); ++i) {
    TypedAttr first = group.members.front().integers[i - numParams];
    shared[i] = llvm::all_of(group.members, [&](const Member &member) {
      return member.integers[i - numParams] == first;
    });
    if (!shared[i])
      continue;
    builder.setInsertionPointToStart(body);
    Value constant =
        arith::ConstantOp::create(builder, group.function.getLoc(), first);
    body->getArgument(i).replaceAllUsesWith(constant);
  }
  body->eraseArguments(shared);
  group.function.setFunctionType(
      builder.getFunctionType(body->getArgumentTypes(), {}));
  symbols.insert(group.function);
  for (Member &member : group.members) {
    Location loc = member.loop.getLoc();
    builder.setInsertionPoint(member.loop);
    SmallVector<Value> operands = member.params;
    for (auto [i, integer] : llvm::enumerate(member.integers))
      if (!shared[numParams + i])
        operands.push_back(arith::ConstantOp::create(builder, loc, integer));
    func::CallOp::create(builder, loc, group.function, operands);
    member.loop.erase();
  }
}

void Outliner::finish() {
  for (Group &group : groups)
    finish(group);
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
      outliner.add(loop);
    outliner.finish();
  }
};

} // namespace
