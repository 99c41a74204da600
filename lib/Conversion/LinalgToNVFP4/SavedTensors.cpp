//===- SavedTensors.cpp - What a forward function keeps -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SavedTensors.h"

#include "quartet/Dialect/NVFP4/IR/NVFP4Attributes.h"

using namespace mlir;
using namespace quartet;

Value SavedTensor::getValue() {
  return forward.getBody().front().getTerminator()->getOperand(result);
}

/// What `mark` on `arg` of `function` refers to; fails after an error.
static FailureOr<SavedTensor> readMark(func::FuncOp function, BlockArgument arg,
                                       nvfp4::SavedAttr mark,
                                       SymbolTableCollection &symbols) {
  auto report = [&] {
    return emitError(arg.getLoc())
           << "argument " << arg.getArgNumber() << " of '"
           << function.getSymName() << "' expects '" << nvfp4::kSavedAttrName
           << "' to ";
  };
  auto forward = symbols.lookupNearestSymbolFrom<func::FuncOp>(
      function, mark.getFunction());
  if (!forward || forward == function || !forward.getBody().hasOneBlock() ||
      !isa<func::ReturnOp>(forward.getBody().front().getTerminator()))
    return report() << "name another function of one block, but got "
                    << mark.getFunction();
  int64_t result = mark.getResult();
  if (result < 0 || result >= forward.getNumResults())
    return report() << "number one of the " << forward.getNumResults()
                    << " results of " << mark.getFunction() << ", but got "
                    << result;
  Type type = forward.getResultTypes()[result];
  if (type != arg.getType())
    return report() << "name a result of type " << arg.getType()
                    << ", but got one of type " << type;
  return SavedTensor{forward, unsigned(result)};
}

LogicalResult SavedTensors::collect(ModuleOp module) {
  SymbolTableCollection symbols;
  WalkResult walked = module.walk([&](func::FuncOp function) {
    if (function.isExternal())
      return WalkResult::advance();
    for (BlockArgument arg : function.getArguments()) {
      auto mark = function.getArgAttrOfType<nvfp4::SavedAttr>(
          arg.getArgNumber(), nvfp4::kSavedAttrName);
      if (!mark)
        continue;
      FailureOr<SavedTensor> tensor = readMark(function, arg, mark, symbols);
      if (failed(tensor))
        return WalkResult::interrupt();
      saved[arg] = *tensor;
    }
    return WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}

View SavedTensors::resolve(View view) const {
  // Bounded, because functions may save each other's tensors in a circle.
  for (size_t i = 0; i <= saved.size(); ++i) {
    auto it = saved.find(view.base);
    if (it == saved.end())
      break;
    SavedTensor tensor = it->second;
    view = traceView(tensor.getValue(), view.loops);
  }
  return view;
}
