//===- SplitWeights.cpp - Quantize weights in a function of their own -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input: entries that quantize their parameters. Output: entries that take the
// quantized matrices, and a function that makes them. Bit-exact.
//
//===----------------------------------------------------------------------===//

#include "quartet/Conversion/LinalgToNVFP4/Passes.h"

#include "QuantizedArgument.h"

#include "mlir/IR/SymbolTable.h"

namespace quartet {
#define GEN_PASS_DEF_QUARTETSPLITWEIGHTS
#include "quartet/Conversion/LinalgToNVFP4/Passes.h.inc"
} // namespace quartet

using namespace mlir;
using namespace quartet;

namespace {

/// The parameters of `function` that it only quantizes.
struct Weights {
  func::FuncOp function;
  SmallVector<QuantizedArgument> arguments;
};

constexpr StringLiteral kPrepareName = "prepare_weights";

/// Adds the function called `name` that quantizes `weights`.
void addPreparation(Weights &weights, StringRef name) {
  func::FuncOp function = weights.function;
  OpBuilder b(function);
  SmallVector<Type> inputs, results;
  SmallVector<DictionaryAttr> attrs;
  for (const QuantizedArgument &argument : weights.arguments) {
    inputs.push_back(argument.getArgument().getType());
    llvm::append_range(results, argument.getTypes());
    attrs.push_back(
        function.getArgAttrDict(argument.getArgument().getArgNumber()));
  }
  auto prepare =
      func::FuncOp::create(b, function.getLoc(), name,
                           b.getFunctionType(inputs, results), {}, attrs);
  Block *body = prepare.addEntryBlock();
  b.setInsertionPointToStart(body);
  SmallVector<Value> matrices;
  for (auto [argument, value] :
       llvm::zip(weights.arguments, body->getArguments()))
    llvm::append_range(matrices, argument.quantize(b, value));
  func::ReturnOp::create(b, function.getLoc(), matrices);
}

struct SplitWeights : quartet::impl::QuartetSplitWeightsBase<SplitWeights> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<Weights> entries;
    for (auto function : module.getOps<func::FuncOp>()) {
      Weights weights = find(function);
      if (!weights.arguments.empty())
        entries.push_back(std::move(weights));
    }
    for (Weights &weights : entries) {
      std::string name = kPrepareName.str();
      if (entries.size() > 1)
        name = weights.function.getSymName().str() + "_" + name;
      if (Operation *other = module.lookupSymbol(name)) {
        other->emitOpError("expects another name than '")
            << name << "', which the function that prepares weights gets";
        return signalPassFailure();
      }
      addPreparation(weights, name);
      for (QuantizedArgument &argument : weights.arguments)
        if (failed(argument.replace()))
          return signalPassFailure();
    }
  }

private:
  /// Finds the weights of `function` and reports those that stay.
  Weights find(func::FuncOp function) {
    Weights weights;
    weights.function = function;
    if (function.isExternal() || !function.isPublic())
      return weights;
    bool called = !SymbolTable::symbolKnownUseEmpty(function, getOperation());
    for (BlockArgument arg : function.getArguments()) {
      if (!function.getArgAttr(arg.getArgNumber(), nvfp4::kParamAttrName))
        continue;
      std::string reason = "its function is called in this module";
      FailureOr<QuantizedArgument> argument = failure();
      if (!called)
        argument = QuantizedArgument::find(arg, reason);
      if (succeeded(argument))
        weights.arguments.push_back(std::move(*argument));
      else if (remarks)
        emitRemark(arg.getLoc()) << "not prepared: " << reason;
    }
    return weights;
  }
};

} // namespace
