// RUN: quartet-opt %s --quartet-split-arguments | FileCheck %s
// RUN: quartet-opt %s --quartet-split-arguments \
// RUN:   --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" \
// RUN:   | FileCheck %s --check-prefix=BUFFER

// A read-only argument: one tensor per use, in front of the structured operation
// that captures it. Buffers are the argument again, and a destination is copied.
// CHECK-LABEL: func.func @reads(
// CHECK-SAME: %[[A:.*]]: memref<?x8xf32>, %[[I:.*]]: tensor<2xindex>, %[[W:.*]]: tensor<?x8xf32> {bufferization.writable = true})
// CHECK: %[[A0:.*]] = bufferization.to_tensor %[[A]] restrict : memref<?x8xf32> to tensor<?x8xf32>
// CHECK: %[[E:.*]] = linalg.exp ins(%[[A0]] : {{.*}}) outs(%[[W]] :
// CHECK: %[[A1:.*]] = bufferization.to_tensor %[[A]] restrict
// CHECK: %[[N:.*]] = linalg.negf ins(%[[E]] : {{.*}}) outs(%[[A1]] :
// CHECK: %[[A2:.*]] = bufferization.to_tensor %[[A]] restrict
// CHECK: linalg.generic
// CHECK: tensor.extract %[[A2]]
// BUFFER-LABEL: func.func @reads(
// BUFFER-SAME: %[[A:.*]]: memref<?x8xf32>, %{{.*}}: memref<2xindex>, %[[W:.*]]: memref<?x8xf32>
// BUFFER: linalg.exp ins(%[[A]] : {{.*}}) outs(%[[W]] :
// BUFFER: %[[COPY:.*]] = memref.alloc
// BUFFER: linalg.negf ins(%[[W]] : {{.*}}) outs(%[[COPY]] :
// BUFFER: memref.load %[[A]]
func.func @reads(%a: tensor<?x8xf32> {bufferization.writable = false}, %i: tensor<2xindex>,
                 %w: tensor<?x8xf32> {bufferization.writable = true})
    -> (tensor<?x8xf32>, tensor<2xf32>) {
  %e = linalg.exp ins(%a : tensor<?x8xf32>) outs(%w : tensor<?x8xf32>) -> tensor<?x8xf32>
  %n = linalg.negf ins(%e : tensor<?x8xf32>) outs(%a : tensor<?x8xf32>) -> tensor<?x8xf32>
  %o = tensor.empty() : tensor<2xf32>
  %g = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>],
                       iterator_types = ["parallel"]}
      ins(%i : tensor<2xindex>) outs(%o : tensor<2xf32>) {
  ^bb0(%at: index, %old: f32):
    %v = tensor.extract %a[%at, %at] : tensor<?x8xf32>
    linalg.yield %v : f32
  } -> tensor<2xf32>
  return %n, %g : tensor<?x8xf32>, tensor<2xf32>
}
