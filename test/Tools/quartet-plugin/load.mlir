// The plugin works in the stock driver: dialect, passes and pipelines.
// RUN: mlir-opt --load-dialect-plugin=%obj_root/lib/QuartetPlugin.so \
// RUN:   --load-pass-plugin=%obj_root/lib/QuartetPlugin.so %s \
// RUN:   --pass-pipeline='builtin.module(nvfp4-assign-roles)' \
// RUN:   | FileCheck %s

// CHECK-LABEL: func.func @quantize
// CHECK: nvfp4.quantize <rtn>
func.func @quantize(%x: tensor<4x32xbf16>, %d: tensor<4x32xf4E2M1FN>,
                    %s: tensor<4x2xf8E4M3FN>, %t: tensor<f32>)
    -> tensor<4x32xf4E2M1FN> {
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<4x32xbf16>)
      outs(%d, %s, %t : tensor<4x32xf4E2M1FN>, tensor<4x2xf8E4M3FN>,
           tensor<f32>)
  return %q#0 : tensor<4x32xf4E2M1FN>
}
