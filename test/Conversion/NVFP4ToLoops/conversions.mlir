// RUN: quartet-opt %s --convert-nvfp4-to-loops | FileCheck %s
// RUN: quartet-opt %s --convert-nvfp4-to-gpu | FileCheck %s

// CHECK-LABEL: func @encode_scalar(
// CHECK-SAME:    %[[X:.*]]: f32
// CHECK:         arith.bitcast %[[X]] : f32 to i32
// CHECK:         %[[I:.*]] = arith.trunci %{{.*}} : i32 to i8
// CHECK:         %[[R:.*]] = arith.bitcast %[[I]] : i8 to f8E4M3FN
// CHECK:         return %[[R]]
func.func @encode_scalar(%x: f32) -> f8E4M3FN {
  %c = nvfp4.encode %x : f32 to f8E4M3FN
  return %c : f8E4M3FN
}

// CHECK-LABEL: func @encode_matrix(
// CHECK-SAME:    %[[X:.*]]: vector<2x8xf32>
// CHECK:         %[[FLAT:.*]] = vector.shape_cast %[[X]] : vector<2x8xf32> to vector<16xf32>
// CHECK:         arith.bitcast %[[FLAT]] : vector<16xf32> to vector<16xi32>
// CHECK:         arith.trunci %{{.*}} : vector<16xi32> to vector<16xi4>
// CHECK:         vector.shape_cast %{{.*}} : vector<16xf4E2M1FN> to vector<2x8xf4E2M1FN>
func.func @encode_matrix(%x: vector<2x8xf32>) -> vector<2x8xf4E2M1FN> {
  %c = nvfp4.encode %x : vector<2x8xf32> to vector<2x8xf4E2M1FN>
  return %c : vector<2x8xf4E2M1FN>
}

// CHECK-LABEL: func @decode_vector(
// CHECK-SAME:    %[[X:.*]]: vector<8xf4E2M1FN>
// CHECK:         %[[I:.*]] = arith.bitcast %[[X]] : vector<8xf4E2M1FN> to vector<8xi4>
// CHECK:         arith.extui %[[I]] : vector<8xi4> to vector<8xi32>
// CHECK-NOT:     arith.extf
func.func @decode_vector(%x: vector<8xf4E2M1FN>) -> vector<8xf32> {
  %v = nvfp4.decode %x : vector<8xf4E2M1FN> to vector<8xf32>
  return %v : vector<8xf32>
}

// One element is handled as a value.
// CHECK-LABEL: func @decode_one(
// CHECK:         vector.extract
// CHECK:         vector.broadcast %{{.*}} : f32 to vector<1x1xf32>
func.func @decode_one(%x: vector<1x1xf8E4M3FN>) -> vector<1x1xf32> {
  %v = nvfp4.decode %x : vector<1x1xf8E4M3FN> to vector<1x1xf32>
  return %v : vector<1x1xf32>
}
