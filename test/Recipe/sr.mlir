// RUN: quartet-opt %S/Inputs/step.mlir --nvfp4-assign-roles="remarks=false" --convert-linalg-to-nvfp4="recipe=sr" | FileCheck %s

// Stochastic rounding of all four backward operands, without rotation.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[XA:.*]]: tensor<200x80xbf16>, %[[WA:.*]]: tensor<96x80xbf16> {nvfp4.param}, %[[EA:.*]]: tensor<200x96xbf16> {nvfp4.gradient}, %[[SEED:.*]]: tensor<i64> {nvfp4.seed})

// Y = X W^T along K.
// CHECK: %[[X:.*]]:3 = nvfp4.quantize <rtn> ins(%[[XA]] : tensor<200x80xbf16>) outs({{.*}} : tensor<200x96xf4E2M1FN>, tensor<200x6xf8E4M3FN>, tensor<f32>){{$}}
// CHECK: %[[W:.*]]:3 = nvfp4.quantize <rtn> ins(%[[WA]] : tensor<96x80xbf16>) outs({{.*}} : tensor<96x96xf4E2M1FN>, tensor<96x6xf8E4M3FN>, tensor<f32>){{$}}
// CHECK: %[[Y:.*]] = nvfp4.scaled_matmul lhs(%[[X]]#0, %[[X]]#1, %[[X]]#2 : tensor<200x96xf4E2M1FN>, tensor<200x6xf8E4M3FN>, tensor<f32>) rhs(%[[W]]#0, %[[W]]#1, %[[W]]#2 : tensor<96x96xf4E2M1FN>, tensor<96x6xf8E4M3FN>, tensor<f32>) outs({{.*}} : tensor<200x96xf32>){{$}}

// dX = E W along N. Sites of layer 0: rotation 0, E 3, W 4.
// CHECK: %[[E:.*]]:3 = nvfp4.quantize <sr> ins(%[[EA]] : tensor<200x96xbf16>) seed(%[[SEED]] : tensor<i64>) outs({{.*}} : tensor<200x96xf4E2M1FN>, tensor<200x6xf8E4M3FN>, tensor<f32>) {site = 3 : i64}
// CHECK: %[[WD:.*]] = nvfp4.dequantize ins(%[[W]]#0, %[[W]]#1 : {{.*}}) outs({{.*}} : tensor<96x80xbf16>)
// CHECK: %[[WT:.*]]:3 = nvfp4.quantize <sr> ins(%[[WD]] : tensor<96x80xbf16>) seed(%[[SEED]] : tensor<i64>) prescale(%[[W]]#2 : tensor<f32>) outs({{.*}} : tensor<80x96xf4E2M1FN>, tensor<80x6xf8E4M3FN>, tensor<f32>) {site = 4 : i64, transpose}
// CHECK: %[[DX:.*]] = nvfp4.scaled_matmul lhs(%[[E]]#0, %[[E]]#1, %[[E]]#2 : tensor<200x96xf4E2M1FN>, tensor<200x6xf8E4M3FN>, tensor<f32>) rhs(%[[WT]]#0, %[[WT]]#1, %[[WT]]#2 : tensor<80x96xf4E2M1FN>, tensor<80x6xf8E4M3FN>, tensor<f32>) outs({{.*}} : tensor<200x80xf32>){{$}}

// dW = E^T X along tokens. Rotated alike in all products of the layer; E 5, X 6.
// CHECK: %[[ET:.*]]:3 = nvfp4.quantize <sr> ins(%[[EA]] : tensor<200x96xbf16>) seed(%[[SEED]] : tensor<i64>) outs({{.*}} : tensor<96x224xf4E2M1FN>, tensor<96x14xf8E4M3FN>, tensor<f32>) {site = 5 : i64, transpose}
// CHECK: %[[XD:.*]] = nvfp4.dequantize ins(%[[X]]#0, %[[X]]#1 : {{.*}}) outs({{.*}} : tensor<200x80xbf16>)
// CHECK: %[[XT:.*]]:3 = nvfp4.quantize <sr> ins(%[[XD]] : tensor<200x80xbf16>) seed(%[[SEED]] : tensor<i64>) prescale(%[[X]]#2 : tensor<f32>) outs({{.*}} : tensor<80x224xf4E2M1FN>, tensor<80x14xf8E4M3FN>, tensor<f32>) {site = 6 : i64, transpose}
// CHECK: %[[DW:.*]] = nvfp4.scaled_matmul lhs(%[[ET]]#0, %[[ET]]#1, %[[ET]]#2 : tensor<96x224xf4E2M1FN>, tensor<96x14xf8E4M3FN>, tensor<f32>) rhs(%[[XT]]#0, %[[XT]]#1, %[[XT]]#2 : tensor<80x224xf4E2M1FN>, tensor<80x14xf8E4M3FN>, tensor<f32>) outs({{.*}} : tensor<96x80xf32>){{$}}
// CHECK: return %[[Y]], %[[DX]], %[[DW]]
