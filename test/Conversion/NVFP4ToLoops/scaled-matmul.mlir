// RUN: quartet-opt %s --convert-nvfp4-to-loops --split-input-file | FileCheck %s --check-prefixes=CHECK,W32
// RUN: quartet-opt %s --convert-nvfp4-to-loops=vector-bytes=64 --split-input-file | FileCheck %s --check-prefixes=CHECK,W64

// Tiles of the result; panels of both operands and the sums are scratch of one
// iteration. The micro-kernel carries 4 rows x 3 registers of sums and is
// unrolled four times.
// CHECK-LABEL: func @tiles(
// CHECK-SAME:    %[[A:[^:]*]]: memref<256x64xi8>
// CHECK-SAME:    %[[Y:[^:]*]]: memref<256x512xf32>
// CHECK-NOT:     memref.alloc()
// CHECK:         scf.parallel
// CHECK-DAG:       memref.alloca() {{.*}} : memref<12x256x8xf32>
// W32-DAG:         memref.alloca() {{.*}} : memref<24x256x8xf32>
// W64-DAG:         memref.alloca() {{.*}} : memref<12x256x16xf32>
// CHECK-DAG:       memref.alloca() {{.*}} : memref<96x192xf32>
// CHECK:           vector.load %[[A]]{{.*}} : memref<256x64xi8>, vector<16xi8>
// W32-COUNT-48:    math.fma {{.*}} : vector<8xf32>
// W64-COUNT-48:    math.fma {{.*}} : vector<16xf32>
// CHECK:           vector.store %{{.*}}, %[[Y]]{{.*}} : memref<256x512xf32>, vector<8xf32>
// CHECK:           memref.store %{{.*}}, %[[Y]]
// CHECK-NOT:     vector.fma
// CHECK-NOT:     fastmath
// CHECK-NOT:     f4E2M1FN
func.func @tiles(%a: memref<256x64xi8>, %as: memref<256x8xf8E4M3FN>,
                 %at: memref<f32>, %b: memref<512x64xi8>,
                 %bs: memref<512x8xf8E4M3FN>, %bt: memref<f32>,
                 %y: memref<256x512xf32>) {
  nvfp4.scaled_matmul
      lhs(%a, %as, %at : memref<256x64xi8>, memref<256x8xf8E4M3FN>, memref<f32>)
      rhs(%b, %bs, %bt : memref<512x64xi8>, memref<512x8xf8E4M3FN>, memref<f32>)
      outs(%y : memref<256x512xf32>)
  return
}

// -----

// One row: it is decoded once, and the other operand in registers on its way.
// CHECK-LABEL: func @row(
// CHECK:         %[[ROW:.*]] = memref.alloc() {{.*}} : memref<1x128xf32>
// CHECK:         scf.for
// CHECK:           vector.store %{{.*}}, %[[ROW]]
// CHECK:         scf.parallel
// CHECK:           scf.for {{.*}} iter_args
// CHECK-COUNT-64:    memref.load %[[ROW]]
// CHECK:         memref.dealloc %[[ROW]]
func.func @row(%a: memref<1x64xi8>, %as: memref<1x8xf8E4M3FN>, %at: memref<f32>,
               %b: memref<512x64xi8>, %bs: memref<512x8xf8E4M3FN>,
               %bt: memref<f32>, %y: memref<1x512xbf16>) {
  nvfp4.scaled_matmul
      lhs(%a, %as, %at : memref<1x64xi8>, memref<1x8xf8E4M3FN>, memref<f32>)
      rhs(%b, %bs, %bt : memref<512x64xi8>, memref<512x8xf8E4M3FN>, memref<f32>)
      outs(%y : memref<1x512xbf16>)
  return
}

// -----

// The epilogue runs on vectors of columns: the bias is a vector, the factor of a
// row is one value in all lanes.
// CHECK-LABEL: func @epilogue(
// CHECK-SAME:    %[[BIAS:[^:]*]]: memref<64xf32>, %[[FACTOR:[^:]*]]: memref<32xf32>
// CHECK:         vector.load %[[BIAS]]{{.*}} : memref<64xf32>, vector<8xf32>
// CHECK:         %[[F:.*]] = memref.load %[[FACTOR]]
// CHECK:         vector.broadcast %[[F]] : f32 to vector<8xf32>
// CHECK:         arith.truncf %{{.*}} : vector<8xf32> to vector<8xbf16>
// CHECK:         arith.truncf %{{.*}} : f32 to bf16
func.func @epilogue(%a: memref<32x64xi8>, %as: memref<32x8xf8E4M3FN>,
                    %at: memref<f32>, %b: memref<64x64xi8>,
                    %bs: memref<64x8xf8E4M3FN>, %bt: memref<f32>,
                    %bias: memref<64xf32>, %factor: memref<32xf32>,
                    %y: memref<32x64xbf16>) {
  nvfp4.scaled_matmul
      lhs(%a, %as, %at : memref<32x64xi8>, memref<32x8xf8E4M3FN>, memref<f32>)
      rhs(%b, %bs, %bt : memref<64x64xi8>, memref<64x8xf8E4M3FN>, memref<f32>)
      epilogue_ins(%bias, %factor : memref<64xf32>, memref<32xf32>)
      outs(%y : memref<32x64xbf16>)
      {epilogue_maps = [affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m)>]}
      epilogue {
  ^bb0(%v: f32, %c: f32, %f: f32):
    %0 = arith.addf %v, %c : f32
    %1 = arith.mulf %0, %f : f32
    %2 = arith.truncf %1 : f32 to bf16
    nvfp4.yield %2 : bf16
  }
  return
}

// -----

// If the number of rows is only known at run time both nests are there.
// CHECK-LABEL: func @dynamic(
// CHECK:         memref.alloc(
// CHECK:         %[[ONE:.*]] = arith.cmpi eq, %{{.*}}, %c1 : index
// CHECK:         scf.if %[[ONE]] {
// CHECK:           scf.parallel
// CHECK:         } else {
// CHECK:           scf.parallel
func.func @dynamic(%a: memref<?x?xi8>, %as: memref<?x?xf8E4M3FN>,
                   %at: memref<f32>, %b: memref<?x?xi8>,
                   %bs: memref<?x?xf8E4M3FN>, %bt: memref<f32>,
                   %y: memref<?x?xf32>) {
  nvfp4.scaled_matmul
      lhs(%a, %as, %at : memref<?x?xi8>, memref<?x?xf8E4M3FN>, memref<f32>)
      rhs(%b, %bs, %bt : memref<?x?xi8>, memref<?x?xf8E4M3FN>, memref<f32>)
      outs(%y : memref<?x?xf32>)
  return
}

// -----

// The epilogue may convert: nested conversions are lowered before it is copied.
// CHECK-LABEL: func @converting_epilogue(
// CHECK:         arith.trunci %{{.*}} : vector<8xi32> to vector<8xi8>
// CHECK-NOT:     nvfp4.
func.func @converting_epilogue(%a: memref<32x64xi8>, %as: memref<32x8xf8E4M3FN>,
                               %at: memref<f32>, %b: memref<64x64xi8>,
                               %bs: memref<64x8xf8E4M3FN>, %bt: memref<f32>,
                               %y: memref<32x64xf32>) {
  nvfp4.scaled_matmul
      lhs(%a, %as, %at : memref<32x64xi8>, memref<32x8xf8E4M3FN>, memref<f32>)
      rhs(%b, %bs, %bt : memref<64x64xi8>, memref<64x8xf8E4M3FN>, memref<f32>)
      outs(%y : memref<32x64xf32>) epilogue {
  ^bb0(%v: f32):
    %0 = nvfp4.encode %v : f32 to f8E4M3FN
    %1 = nvfp4.decode %0 : f8E4M3FN to f32
    nvfp4.yield %1 : f32
  }
  return
}
