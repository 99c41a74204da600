//===- Options.cpp - Options of every tool that compiles ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

using namespace quartet;
using namespace quartet::tools;

namespace cl = llvm::cl;

CompileOptions::CompileOptions(cl::OptionCategory &category,
                               const char *targetText, const char *cpuText)
    : target("target", cl::desc(targetText), cl::value_desc("name"),
             cl::init("host"), cl::cat(category)),
      recipe("recipe", cl::desc("How contractions are quantized"),
             cl::value_desc("name"), cl::init(RaiseOptions().recipe),
             cl::cat(category)),
      assumeWeights(
          "assume-weights",
          cl::desc("Take the product of two unmarked arguments for a forward "
                   "product whose second operand is the weight"),
          cl::cat(category)),
      splitWeights("split-weights",
                   cl::desc("Quantize weights in a function of their own, "
                            "prepare_weights"),
                   cl::cat(category)),
      noFusion("no-fusion",
               cl::desc("Take fused operations apart instead of fusing; the "
                        "results are the same"),
               cl::cat(category)),
      cpu("cpu", cl::desc(cpuText), cl::value_desc("name"), cl::cat(category)) {
}

RaiseOptions CompileOptions::getRaise() const {
  RaiseOptions options;
  options.recipe = recipe;
  options.assumeWeights = assumeWeights;
  options.splitWeights = splitWeights;
  return options;
}

FuseOptions CompileOptions::getFuse() const {
  FuseOptions options;
  options.fusion = !noFusion;
  return options;
}

TargetOptions CompileOptions::getTarget() const {
  TargetOptions options;
  options.cpu = cpu;
  return options;
}
