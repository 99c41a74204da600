// RUN: quartet-opt %s --nvfp4-assign-roles -verify-diagnostics | FileCheck %s --check-prefix=PLAIN
// RUN: quartet-opt %s --nvfp4-assign-roles="assume-weights remarks=false" | FileCheck %s
// RUN: quartet-opt %s --quartet-raise="assume-weights recipe=rtn" 2>/dev/null | FileCheck %s --check-prefix=RAISE
// RAISE-COUNT-1: nvfp4.scaled_matmul
// RAISE-NOT: nvfp4.scaled_matmul
// PLAIN-NOT: nvfp4.role

// Two arguments without marks or context: left alone, unless asked for.
// CHECK-LABEL: func.func @odd
// CHECK: nvfp4.role = #nvfp4.role<fprop, layer = 0>
func.func @odd(%x: tensor<17x96xbf16>, %w: tensor<96x64xbf16>, %c: tensor<17x64xf32>) -> tensor<17x64xf32> {
  // expected-remark @below {{left as is: neither operand is known to be a parameter or a gradient}}
  %y = linalg.matmul ins(%x, %w : tensor<17x96xbf16>, tensor<96x64xbf16>) outs(%c : tensor<17x64xf32>) -> tensor<17x64xf32>
  return %y : tensor<17x64xf32>
}

// Not two arguments.
// CHECK-LABEL: func.func @computed
// CHECK-NOT: nvfp4.role
func.func @computed(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %s = arith.addf %w, %x : tensor<8x8xf32>
  // expected-remark @below {{left as is: neither operand is known to be a parameter or a gradient}}
  %y = linalg.matmul ins(%x, %s : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}
