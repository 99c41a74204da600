// RUN: quartet-opt %s --nvfp4-expand-import | FileCheck %s
// RUN: quartet-opt %s | quartet-opt | FileCheck %s --check-prefix=PRINT
// RUN: quartet-opt %s --emit-bytecode | quartet-opt | FileCheck %s --check-prefix=PRINT

// CHECK-LABEL: func.func @divisor(
// CHECK-SAME: %[[B:.*]]: tensor<2x?x32xi8>, %[[S:.*]]: tensor<2x?x4xf8E4M3FN>, %[[G:.*]]: tensor<f32>)
// CHECK: %[[D:.*]] = nvfp4.from_storage %[[B]] : tensor<2x?x32xi8> to tensor<2x?x64xf4E2M1FN>
// CHECK: %[[ONE:.*]] = arith.constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[T:.*]] = arith.divf %[[ONE]], %[[G]] : tensor<f32>
// CHECK: return %[[D]], %[[S]], %[[T]]
// PRINT-LABEL: func.func @divisor(
// PRINT: nvfp4.import <compressed_tensors> ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<2x?x32xi8>, tensor<2x?x4xf8E4M3FN>, tensor<f32>) to tensor<2x?x64xf4E2M1FN>
func.func @divisor(%b: tensor<2x?x32xi8>, %s: tensor<2x?x4xf8E4M3FN>, %g: tensor<f32>)
    -> (tensor<2x?x64xf4E2M1FN>, tensor<2x?x4xf8E4M3FN>, tensor<f32>) {
  %q:3 = nvfp4.import <compressed_tensors>
      ins(%b, %s, %g : tensor<2x?x32xi8>, tensor<2x?x4xf8E4M3FN>, tensor<f32>)
      to tensor<2x?x64xf4E2M1FN>
  return %q#0, %q#1, %q#2 : tensor<2x?x64xf4E2M1FN>, tensor<2x?x4xf8E4M3FN>, tensor<f32>
}

// CHECK-LABEL: func.func @multiplier(
// CHECK-SAME: %[[B:.*]]: tensor<8x32xi8>, %[[S:.*]]: tensor<8x4xf8E4M3FN>, %[[G:.*]]: tensor<f32>)
// CHECK: %[[D:.*]] = nvfp4.from_storage %[[B]]
// CHECK-NOT: arith
// CHECK: return %[[D]], %[[S]], %[[G]]
func.func @multiplier(%b: tensor<8x32xi8>, %s: tensor<8x4xf8E4M3FN>, %g: tensor<f32>)
    -> (tensor<8x64xf4E2M1FN>, tensor<8x4xf8E4M3FN>, tensor<f32>) {
  %q:3 = nvfp4.import <modelopt>
      ins(%b, %s, %g : tensor<8x32xi8>, tensor<8x4xf8E4M3FN>, tensor<f32>)
      to tensor<8x64xf4E2M1FN>
  return %q#0, %q#1, %q#2 : tensor<8x64xf4E2M1FN>, tensor<8x4xf8E4M3FN>, tensor<f32>
}
