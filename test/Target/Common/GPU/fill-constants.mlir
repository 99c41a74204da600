// RUN: quartet-opt %s --pass-pipeline="builtin.module(func.func(quartet-fill-constants))" --split-input-file --verify-diagnostics | FileCheck %s

// A kernel writes what a kernel reads.

// CHECK-LABEL: func.func @splat
func.func @splat(%x: tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>) {
  // CHECK: %[[Z:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK: %[[E:.*]] = tensor.empty() : tensor<f32>
  // CHECK: %[[A:.*]] = linalg.fill ins(%[[Z]] : f32) outs(%[[E]] : tensor<f32>)
  %zero = arith.constant dense<0.0> : tensor<f32>
  // CHECK: %[[O:.*]] = arith.constant 2.000000e+00 : f32
  // CHECK: %[[F:.*]] = linalg.fill ins(%[[O]] : f32) outs(%{{.*}} : tensor<4xf32>)
  %two = arith.constant dense<2.0> : tensor<4xf32>
  // CHECK: %[[S:.*]] = linalg.add ins(%{{.*}}, %[[F]] : {{.*}}
  %y = linalg.add ins(%x, %two : tensor<4xf32>, tensor<4xf32>)
      outs(%x : tensor<4xf32>) -> tensor<4xf32>
  // CHECK: return %[[A]], %[[S]]
  return %zero, %y : tensor<f32>, tensor<4xf32>
}

// -----

// Scalars of the host and tensors of no elements stay.

// CHECK-LABEL: func.func @host
func.func @host(%i: index) -> (i64, tensor<0x4xf32>) {
  // CHECK: arith.constant dense<7> : tensor<4xi64>
  %sevens = arith.constant dense<7> : tensor<4xi64>
  %seven = tensor.extract %sevens[%i] : tensor<4xi64>
  // CHECK: arith.constant dense<> : tensor<0x4xf32>
  %none = arith.constant dense<> : tensor<0x4xf32>
  return %seven, %none : i64, tensor<0x4xf32>
}

// -----

// CHECK-LABEL: func.func @values
func.func @values() -> tensor<2xf32> {
  // expected-warning @below {{kernels cannot read a constant of 2 values}}
  %c = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %c : tensor<2xf32>
}
