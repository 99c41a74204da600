// Raises one matrix product with an installed Quartet and counts the result.

#include "quartet/Dialect/NVFP4/IR/NVFP4.h"
#include "quartet/InitAll.h"
#include "quartet/Pipelines/Pipelines.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include <cstdio>

static const char *const kSource = R"(
func.func @linear(%x: tensor<16x64xbf16>, %w: tensor<64x32xbf16> {nvfp4.param},
                  %c: tensor<16x32xf32>) -> tensor<16x32xf32> {
  %y = linalg.matmul ins(%x, %w : tensor<16x64xbf16>, tensor<64x32xbf16>)
      outs(%c : tensor<16x32xf32>) -> tensor<16x32xf32>
  return %y : tensor<16x32xf32>
}
)";

int main() {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  quartet::registerAllDialects(registry);
  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(kSource, &context);
  if (!module)
    return 1;
  mlir::PassManager pm(&context);
  quartet::buildRaisePipeline(pm, quartet::RaiseOptions());
  if (mlir::failed(pm.run(*module)))
    return 1;
  int quantized = 0, products = 0;
  module->walk([&](quartet::nvfp4::QuantizeOp) { ++quantized; });
  module->walk([&](quartet::nvfp4::ScaledMatmulOp) { ++products; });
  std::printf("%d quantize, %d scaled_matmul\n", quantized, products);
  return 0;
}
