// A program for a GPU, its launches and its memory, on the simulator's driver:
// an elementwise operation, a reduction, a loop on the host with a buffer that
// it carries, and a product, in one workspace. Compared with the host.

// REQUIRES: numpy, ptxas
// RUN: rm -rf %t && mkdir %t
// RUN: quartet-compile %s --target=sm_100a --emit=so --no-remarks -o %t/blackwell.so
// RUN: quartet-compile %s --target=sm_90a --emit=so --no-remarks -o %t/hopper.so
// RUN: quartet-compile %s --emit=so --no-remarks -o %t/host.so
// RUN: env QUARTET_SIM_CHIP=sm_100a %python %S/program.py %obj_root %t/blackwell.so %t/host.so | FileCheck %s
// RUN: env QUARTET_SIM_CHIP=sm_90a %python %S/program.py %obj_root %t/hopper.so %t/host.so | FileCheck %s

// CHECK: rows 37: equal
// CHECK: rows 1: equal
// CHECK: rows 0: equal
// CHECK: contradicting sizes: refused

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
func.func @program(%x: tensor<?x48xbf16>, %b: tensor<48xf32>,
                   %z: tensor<?x48xf32>)
    -> (tensor<?x48xf32>, tensor<48xf32>, tensor<?x48xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %k = arith.constant 2.7 : f32
  %m = tensor.dim %x, %c0 : tensor<?x48xbf16>
  %e = tensor.empty(%m) : tensor<?x48xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x, %b : tensor<?x48xbf16>, tensor<48xf32>)
      outs(%e : tensor<?x48xf32>) {
  ^bb0(%p: bf16, %q: f32, %o: f32):
    %f = arith.extf %p : bf16 to f32
    %s = arith.mulf %f, %k : f32
    %t = arith.addf %s, %q : f32
    linalg.yield %t : f32
  } -> tensor<?x48xf32>
  // Column sums: a thread each, in the host's order.
  %re = tensor.empty() : tensor<48xf32>
  %ri = linalg.fill ins(%zero : f32) outs(%re : tensor<48xf32>)
      -> tensor<48xf32>
  %r = linalg.generic {indexing_maps = [#id, #row],
                       iterator_types = ["reduction", "parallel"]}
      ins(%y : tensor<?x48xf32>) outs(%ri : tensor<48xf32>) {
  ^bb0(%p: f32, %o: f32):
    %t = arith.addf %o, %p : f32
    linalg.yield %t : f32
  } -> tensor<48xf32>
  // y + z three times.
  %l = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %y)
      -> (tensor<?x48xf32>) {
    %e2 = tensor.empty(%m) : tensor<?x48xf32>
    %n = linalg.add ins(%a, %z : tensor<?x48xf32>, tensor<?x48xf32>)
        outs(%e2 : tensor<?x48xf32>) -> tensor<?x48xf32>
    scf.yield %n : tensor<?x48xf32>
  }
  return %y, %r, %l : tensor<?x48xf32>, tensor<48xf32>, tensor<?x48xf32>
}
