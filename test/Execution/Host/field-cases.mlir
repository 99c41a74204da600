// RUN: quartet-run %s --recipe=quartet2

func.func @main() {
  call @odd_rows() : () -> ()
  call @transposed_b() : () -> ()
  call @transposed_a() : () -> ()
  return
}

// Ones times ones over K = 96, with 1, 17, 31 and 128 rows: every result is 96.
func.func private @odd_rows() {
  %z = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : bf16
  %n = arith.constant 96.0 : f32
  %w0 = tensor.empty() : tensor<96x64xbf16>
  %w = linalg.fill ins(%one : bf16) outs(%w0 : tensor<96x64xbf16>) -> tensor<96x64xbf16>

  %x0a = tensor.empty() : tensor<1x96xbf16>
  %xa = linalg.fill ins(%one : bf16) outs(%x0a : tensor<1x96xbf16>) -> tensor<1x96xbf16>
  %c0a = tensor.empty() : tensor<1x64xf32>
  %ca = linalg.fill ins(%z : f32) outs(%c0a : tensor<1x64xf32>) -> tensor<1x64xf32>
  %ya = linalg.matmul {nvfp4.force = "fprop"} ins(%xa, %w : tensor<1x96xbf16>, tensor<96x64xbf16>) outs(%ca : tensor<1x64xf32>) -> tensor<1x64xf32>
  %ea = linalg.fill ins(%n : f32) outs(%c0a : tensor<1x64xf32>) -> tensor<1x64xf32>
  check.expect_close %ya, %ea rtol(1.0e-4) : tensor<1x64xf32>

  %x0b = tensor.empty() : tensor<17x96xbf16>
  %xb = linalg.fill ins(%one : bf16) outs(%x0b : tensor<17x96xbf16>) -> tensor<17x96xbf16>
  %c0b = tensor.empty() : tensor<17x64xf32>
  %cb = linalg.fill ins(%z : f32) outs(%c0b : tensor<17x64xf32>) -> tensor<17x64xf32>
  %yb = linalg.matmul {nvfp4.force = "fprop"} ins(%xb, %w : tensor<17x96xbf16>, tensor<96x64xbf16>) outs(%cb : tensor<17x64xf32>) -> tensor<17x64xf32>
  %eb = linalg.fill ins(%n : f32) outs(%c0b : tensor<17x64xf32>) -> tensor<17x64xf32>
  check.expect_close %yb, %eb rtol(1.0e-4) : tensor<17x64xf32>

  %x0c = tensor.empty() : tensor<31x96xbf16>
  %xc = linalg.fill ins(%one : bf16) outs(%x0c : tensor<31x96xbf16>) -> tensor<31x96xbf16>
  %c0c = tensor.empty() : tensor<31x64xf32>
  %cc = linalg.fill ins(%z : f32) outs(%c0c : tensor<31x64xf32>) -> tensor<31x64xf32>
  %yc = linalg.matmul {nvfp4.force = "fprop"} ins(%xc, %w : tensor<31x96xbf16>, tensor<96x64xbf16>) outs(%cc : tensor<31x64xf32>) -> tensor<31x64xf32>
  %ec = linalg.fill ins(%n : f32) outs(%c0c : tensor<31x64xf32>) -> tensor<31x64xf32>
  check.expect_close %yc, %ec rtol(1.0e-4) : tensor<31x64xf32>

  %x0d = tensor.empty() : tensor<128x96xbf16>
  %xd = linalg.fill ins(%one : bf16) outs(%x0d : tensor<128x96xbf16>) -> tensor<128x96xbf16>
  %c0d = tensor.empty() : tensor<128x64xf32>
  %cd = linalg.fill ins(%z : f32) outs(%c0d : tensor<128x64xf32>) -> tensor<128x64xf32>
  %yd = linalg.matmul {nvfp4.force = "fprop"} ins(%xd, %w : tensor<128x96xbf16>, tensor<96x64xbf16>) outs(%cd : tensor<128x64xf32>) -> tensor<128x64xf32>
  %ed = linalg.fill ins(%n : f32) outs(%c0d : tensor<128x64xf32>) -> tensor<128x64xf32>
  check.expect_close %yd, %ed rtol(1.0e-4) : tensor<128x64xf32>
  return
}

#A = affine_map<(m, n, k) -> (m, k)>
#At = affine_map<(m, n, k) -> (k, m)>
#B = affine_map<(m, n, k) -> (n, k)>
#C = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(i, j) -> (i, j)>
#par = {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}

// Row 0 of x is 1; row 5 of w is 1: x w^T is 128 at (0, 5) and 0 elsewhere, while
// x w has a row of ones. As a generic, a matmul with maps and a batch_matmul. Ones
// are exact but for the tensor scale, so the result is exact but for four roundings
// of 2^-24: two tensor scales and their two products.
func.func private @transposed_b() {
  %z = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %k = arith.constant 128.0 : f32
  %empty = tensor.empty() : tensor<128x128xf32>
  %x = linalg.generic #par outs(%empty : tensor<128x128xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %row = arith.constant 0 : index
    %hit = arith.cmpi eq, %i, %row : index
    %v = arith.select %hit, %one, %z : f32
    linalg.yield %v : f32
  } -> tensor<128x128xf32>
  %w = linalg.generic #par outs(%empty : tensor<128x128xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %row = arith.constant 5 : index
    %hit = arith.cmpi eq, %i, %row : index
    %v = arith.select %hit, %one, %z : f32
    linalg.yield %v : f32
  } -> tensor<128x128xf32>
  %c = linalg.fill ins(%z : f32) outs(%empty : tensor<128x128xf32>) -> tensor<128x128xf32>
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %expected = tensor.insert %k into %c[%c0, %c5] : tensor<128x128xf32>

  %y = linalg.generic {indexing_maps = [#A, #B, #C], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %w : tensor<128x128xf32>, tensor<128x128xf32>) outs(%c : tensor<128x128xf32>) attrs = {nvfp4.force} {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %s = arith.mulf %a, %b : f32
    %m = arith.addf %acc, %s : f32
    linalg.yield %m : f32
  } -> tensor<128x128xf32>
  check.expect_close %y, %expected rtol(2.4e-7) : tensor<128x128xf32>

  %u = linalg.matmul indexing_maps = [#A, #B, #C] {nvfp4.force} ins(%x, %w : tensor<128x128xf32>, tensor<128x128xf32>) outs(%c : tensor<128x128xf32>) -> tensor<128x128xf32>
  check.expect_close %u, %expected rtol(2.4e-7) : tensor<128x128xf32>

  %xb = tensor.expand_shape %x [[0, 1], [2]] output_shape [1, 128, 128] : tensor<128x128xf32> into tensor<1x128x128xf32>
  %wb = tensor.expand_shape %w [[0, 1], [2]] output_shape [1, 128, 128] : tensor<128x128xf32> into tensor<1x128x128xf32>
  %cb = tensor.expand_shape %c [[0, 1], [2]] output_shape [1, 128, 128] : tensor<128x128xf32> into tensor<1x128x128xf32>
  %t = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>] {nvfp4.force} ins(%xb, %wb : tensor<1x128x128xf32>, tensor<1x128x128xf32>) outs(%cb : tensor<1x128x128xf32>) -> tensor<1x128x128xf32>
  %t2 = tensor.collapse_shape %t [[0, 1], [2]] : tensor<1x128x128xf32> into tensor<128x128xf32>
  check.expect_close %t2, %expected rtol(2.4e-7) : tensor<128x128xf32>
  return
}

// The twin: row 3 of x, stored as K x M, is 1; column 5 of w, stored as K x N, is
// 2: x^T w is the outer product of them, 2 at (m, 5) for all m.
func.func private @transposed_a() {
  %z = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %empty = tensor.empty() : tensor<128x128xf32>
  %x = linalg.generic #par outs(%empty : tensor<128x128xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %row = arith.constant 3 : index
    %hit = arith.cmpi eq, %i, %row : index
    %v = arith.select %hit, %one, %z : f32
    linalg.yield %v : f32
  } -> tensor<128x128xf32>
  %w = linalg.generic #par outs(%empty : tensor<128x128xf32>) {
  ^bb0(%o: f32):
    %j = linalg.index 1 : index
    %column = arith.constant 5 : index
    %hit = arith.cmpi eq, %j, %column : index
    %v = arith.select %hit, %two, %z : f32
    linalg.yield %v : f32
  } -> tensor<128x128xf32>
  %c = linalg.fill ins(%z : f32) outs(%empty : tensor<128x128xf32>) -> tensor<128x128xf32>
  %y = linalg.generic {indexing_maps = [#At, affine_map<(m, n, k) -> (k, n)>, #C], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %w : tensor<128x128xf32>, tensor<128x128xf32>) outs(%c : tensor<128x128xf32>) attrs = {nvfp4.force} {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %s = arith.mulf %a, %b : f32
    %m = arith.addf %acc, %s : f32
    linalg.yield %m : f32
  } -> tensor<128x128xf32>
  check.expect_close %y, %w rtol(2.4e-7) : tensor<128x128xf32>
  return
}
