// RUN: quartet-run %s --recipe=sr --seed=1
// RUN: quartet-run %s --recipe=quartet2 --seed=2

// The same gradient product in two nested loops, of which the inner one gets
// longer: 0 + 1 + ... + 15 = 120 products. Each draws its own random numbers, so
// the error of the mean is 1/120 of one error. Without a common mean of the
// operands one error is 0.048 (stochastic rounding) or 0.019 (MS-EDEN) of the
// energy 40 * 80 * 112 * 8.56^2, 8.56 being the mean square of the elements; the
// energy of this product is 13.4 times that. Twice 0.048 / 13.4 / 120 is allowed.
// Were all instances equal, the mean would keep one error: 0.019 / 13.4 or more,
// 23 times the bound.
#id = affine_map<(i, j) -> (i, j)>
#par = {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
#A = affine_map<(m, n, k) -> (m, k)>
#B = affine_map<(m, n, k) -> (k, n)>
#C = affine_map<(m, n, k) -> (m, n)>
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 16 : index
  %z = arith.constant 0.0 : f32
  %grid = arith.constant dense<[0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0]> : tensor<8xf32>
  %e0 = tensor.empty() : tensor<40x112xf32>
  %e = linalg.generic #par outs(%e0 : tensor<40x112xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %seed = arith.constant 2 : index
    %three = arith.constant 3 : index
    %five = arith.constant 5 : index
    %eight = arith.constant 8 : index
    %i3 = arith.muli %i, %three : index
    %j5 = arith.muli %j, %five : index
    %s = arith.addi %i3, %j5 : index
    %a = arith.remui %s, %eight : index
    %magnitude = tensor.extract %grid[%a] : tensor<8xf32>
    %ij = arith.muli %i, %j : index
    %t = arith.addi %ij, %i : index
    %u = arith.addi %t, %seed : index
    %b = arith.remui %u, %three : index
    %negative = arith.cmpi eq, %b, %c0 : index
    %minus = arith.negf %magnitude : f32
    %v = arith.select %negative, %minus, %magnitude : f32
    linalg.yield %v : f32
  } -> tensor<40x112xf32>
  %w0 = tensor.empty() : tensor<112x80xf32>
  %w = linalg.generic #par outs(%w0 : tensor<112x80xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %seed = arith.constant 1 : index
    %three = arith.constant 3 : index
    %five = arith.constant 5 : index
    %eight = arith.constant 8 : index
    %i3 = arith.muli %i, %three : index
    %j5 = arith.muli %j, %five : index
    %s = arith.addi %i3, %j5 : index
    %a = arith.remui %s, %eight : index
    %magnitude = tensor.extract %grid[%a] : tensor<8xf32>
    %ij = arith.muli %i, %j : index
    %t = arith.addi %ij, %i : index
    %u = arith.addi %t, %seed : index
    %b = arith.remui %u, %three : index
    %negative = arith.cmpi eq, %b, %c0 : index
    %minus = arith.negf %magnitude : f32
    %v = arith.select %negative, %minus, %magnitude : f32
    linalg.yield %v : f32
  } -> tensor<112x80xf32>
  %empty = tensor.empty() : tensor<40x80xf32>
  %zero = linalg.fill ins(%z : f32) outs(%empty : tensor<40x80xf32>) -> tensor<40x80xf32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%outer = %zero) -> (tensor<40x80xf32>) {
    %s = scf.for %j = %c0 to %i step %c1 iter_args(%inner = %outer) -> (tensor<40x80xf32>) {
      %dx = linalg.contract indexing_maps = [#A, #B, #C] {nvfp4.force = "dgrad"} ins(%e, %w : tensor<40x112xf32>, tensor<112x80xf32>) outs(%inner : tensor<40x80xf32>) -> tensor<40x80xf32>
      scf.yield %dx : tensor<40x80xf32>
    }
    scf.yield %s : tensor<40x80xf32>
  }
  %exact = linalg.contract indexing_maps = [#A, #B, #C] {nvfp4.keep} ins(%e, %w : tensor<40x112xf32>, tensor<112x80xf32>) outs(%zero : tensor<40x80xf32>) -> tensor<40x80xf32>
  %count = arith.constant dense<120.0> : tensor<40x80xf32>
  %mean = arith.divf %sum, %count : tensor<40x80xf32>
  check.expect_close %mean, %exact max_relative_squared_error(6.0e-5) : tensor<40x80xf32>
  return
}
