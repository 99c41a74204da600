// A program compiled for a chip runs on the simulator and gives the host's bytes.
// REQUIRES: simulator, ptxas
// RUN: rm -rf %t && mkdir %t
// RUN: %python %S/../../Tools/Inputs/npy.py make f4 3x4 0,1,2,3,4,5,6,7,8,9,10,-0.5 %t/x.npy
// RUN: quartet-run %s --entry=affine --arg=%t/x.npy --out-dir=%t/host
// RUN: quartet-compile %s --target=sm_100a --emit=so -o %t/blackwell.so
// RUN: quartet-compile %s --target=sm_90a --emit=so -o %t/hopper.so
// RUN: quartet-run %t/blackwell.so --target=sim:sm_100a --entry=affine --arg=%t/x.npy --compare=%t/host | FileCheck %s
// RUN: quartet-run %t/hopper.so --target=sim:sm_90a --entry=affine --arg=%t/x.npy --compare=%t/host | FileCheck %s
// RUN: not quartet-run %t/hopper.so --target=sim:sm_100a --entry=affine --arg=%t/x.npy 2>&1 | FileCheck %s --check-prefix=CHIP
// CHIP: CUDA_ERROR_NO_BINARY_FOR_GPU: {{.*}} the device is sm_100a, but the code is for sm_90a
// CHECK: result 0: max abs difference 0.000e+00, relative squared error 0.000e+00, 0 of 48 bytes differ

func.func @affine(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %two = arith.constant 2.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x4xf32>
  %init = tensor.empty(%n) : tensor<?x4xf32>
  %y = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x4xf32>) outs(%init : tensor<?x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %p = arith.mulf %a, %two : f32
    %q = arith.addf %p, %a : f32
    linalg.yield %q : f32
  } -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
