// RUN: quartet-opt %s --convert-nvfp4-to-loops --split-input-file | FileCheck %s

// Scales become f32 by the numerics' integer rules, eight codes of a word at a
// time.
// CHECK-LABEL: func @dequantize(
// CHECK-SAME:    %[[D:.*]]: memref<8x32xi8>, %[[S:.*]]: memref<8x4xf8E4M3FN>, %[[X:.*]]: memref<8x64xbf16>
// CHECK:         scf.parallel
// CHECK:           %[[BYTE:.*]] = memref.load %[[S]]
// CHECK:           arith.bitcast %[[BYTE]] : f8E4M3FN to i8
// CHECK:           vector.load %[[D]]{{.*}} : memref<8x32xi8>, vector<8xi8>
// CHECK-COUNT-2:   vector.store %{{.*}}, %[[X]]{{.*}} : memref<8x64xbf16>, vector<8xbf16>
// CHECK-NOT:     arith.extf
// CHECK-NOT:     arith.truncf
func.func @dequantize(%d: memref<8x32xi8>, %s: memref<8x4xf8E4M3FN>,
                      %x: memref<8x64xbf16>) {
  nvfp4.dequantize ins(%d, %s : memref<8x32xi8>, memref<8x4xf8E4M3FN>)
      outs(%x : memref<8x64xbf16>)
  return
}

// -----

// 17 x 6 scales fill one tile row and two tile columns; the rest becomes 0x00.
// CHECK-LABEL: func @tile(
// CHECK-SAME:    %[[S:.*]]: memref<17x6xf8E4M3FN>, %[[T:.*]]: memref<1x2x32x4x4xf8E4M3FN>
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0 : i8
// CHECK-DAG:     %[[C17:.*]] = arith.constant 17 : index
// CHECK-DAG:     %[[C128:.*]] = arith.constant 128 : index
// CHECK:         scf.parallel
// CHECK:           memref.load %[[S]]
// CHECK:           memref.store %{{.*}}, %[[T]]
// CHECK:         scf.for %{{.*}} = %[[C17]] to %[[C128]]
// CHECK:           arith.bitcast %[[ZERO]]
// CHECK:           memref.store %{{.*}}, %[[T]]
func.func @tile(%s: memref<17x6xf8E4M3FN>,
                %t: memref<1x2x32x4x4xf8E4M3FN>) {
  nvfp4.tile_scales ins(%s : memref<17x6xf8E4M3FN>)
      outs(%t : memref<1x2x32x4x4xf8E4M3FN>)
  return
}

// -----

// CHECK-LABEL: func @untile(
// CHECK-SAME:    %[[T:.*]]: memref<1x2x32x4x4xf8E4M3FN>, %[[S:.*]]: memref<17x6xf8E4M3FN>
// CHECK:           memref.load %[[T]]
// CHECK:           memref.store %{{.*}}, %[[S]]
// CHECK-NOT:     memref.store %{{.*}}, %[[T]]
func.func @untile(%t: memref<1x2x32x4x4xf8E4M3FN>,
                  %s: memref<17x6xf8E4M3FN>) {
  nvfp4.untile_scales ins(%t : memref<1x2x32x4x4xf8E4M3FN>)
      outs(%s : memref<17x6xf8E4M3FN>)
  return
}
