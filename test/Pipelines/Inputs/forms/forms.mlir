// Forms of programs that exporters and people write, from dialects of upstream,
// and a few that nobody should. Each must compile or be refused at a line.

func.func @conv(%i: tensor<1x8x8x4xf32>, %f: tensor<3x3x4x8xf32>, %o: tensor<1x6x6x8xf32>) -> tensor<1x6x6x8xf32> {
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%i, %f : tensor<1x8x8x4xf32>, tensor<3x3x4x8xf32>) outs(%o : tensor<1x6x6x8xf32>) -> tensor<1x6x6x8xf32>
  return %r : tensor<1x6x6x8xf32>
}

// -----

func.func @pool(%i: tensor<1x8x8x4xf32>, %o: tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32> {
  %w = tensor.empty() : tensor<3x3xf32>
  %r = linalg.pooling_nhwc_max {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%i, %w : tensor<1x8x8x4xf32>, tensor<3x3xf32>) outs(%o : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  return %r : tensor<1x6x6x4xf32>
}

// -----

func.func @gather(%t: tensor<16x8xf32>, %ix: tensor<5x1xindex>) -> tensor<5x8xf32> {
  %r = tensor.gather %t[%ix] gather_dims([0]) : (tensor<16x8xf32>, tensor<5x1xindex>) -> tensor<5x8xf32>
  return %r : tensor<5x8xf32>
}

// -----

func.func @scatter(%t: tensor<16x8xf32>, %s: tensor<5x8xf32>, %ix: tensor<5x1xindex>) -> tensor<16x8xf32> {
  %r = tensor.scatter %s into %t[%ix] scatter_dims([0]) unique : (tensor<5x8xf32>, tensor<16x8xf32>, tensor<5x1xindex>) -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}

// -----

func.func @generate(%n: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %n, %c0 : tensor<?x4xf32>
  %r = tensor.generate %d { ^bb0(%i: index, %j: index):
    %v = tensor.extract %n[%i, %j] : tensor<?x4xf32>
    tensor.yield %v : f32 } : tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}

// -----

func.func @insert(%t: tensor<4xf32>, %v: f32, %i: index) -> tensor<4xf32> {
  %r = tensor.insert %v into %t[%i] : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @concat(%a: tensor<2x4xf32>, %b: tensor<3x4xf32>) -> tensor<5x4xf32> {
  %r = tensor.concat dim(0) %a, %b : (tensor<2x4xf32>, tensor<3x4xf32>) -> tensor<5x4xf32>
  return %r : tensor<5x4xf32>
}

// -----

func.func @reshape(%a: tensor<4x4xf32>, %s: tensor<1xindex>) -> tensor<?xf32> {
  %r = tensor.reshape %a(%s) : (tensor<4x4xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @pack(%a: tensor<16x16xf32>, %d: tensor<2x2x8x8xf32>) -> tensor<2x2x8x8xf32> {
  %r = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %d : tensor<16x16xf32> -> tensor<2x2x8x8xf32>
  return %r : tensor<2x2x8x8xf32>
}

// -----

func.func @mmt4d(%a: tensor<2x2x8x4xf32>, %b: tensor<2x2x8x4xf32> {nvfp4.param}, %c: tensor<2x2x8x8xf32>) -> tensor<2x2x8x8xf32> {
  %r = linalg.mmt4d ins(%a, %b : tensor<2x2x8x4xf32>, tensor<2x2x8x4xf32>) outs(%c : tensor<2x2x8x8xf32>) -> tensor<2x2x8x8xf32>
  return %r : tensor<2x2x8x8xf32>
}

// -----

func.func @dot(%a: tensor<8xf32>, %b: tensor<8xf32> {nvfp4.param}, %c: tensor<f32>) -> tensor<f32> {
  %r = linalg.dot ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%c : tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

// -----

func.func @matvec(%a: tensor<8x8xf32> {nvfp4.param}, %b: tensor<8xf32>, %c: tensor<8xf32>) -> tensor<8xf32> {
  %r = linalg.matvec ins(%a, %b : tensor<8x8xf32>, tensor<8xf32>) outs(%c : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

func.func @qmatmul(%a: tensor<8x8xi8>, %b: tensor<8x8xi8> {nvfp4.param}, %z: i32, %c: tensor<8x8xi32>) -> tensor<8x8xi32> {
  %r = linalg.quantized_matmul ins(%a, %b, %z, %z : tensor<8x8xi8>, tensor<8x8xi8>, i32, i32) outs(%c : tensor<8x8xi32>) -> tensor<8x8xi32>
  return %r : tensor<8x8xi32>
}

// -----

func.func @contract(%a: tensor<8x8xf32>, %b: tensor<8x8xf32> {nvfp4.param}, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %r = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// -----

func.func @map(%a: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %r = linalg.map { math.sqrt } ins(%a : tensor<8x8xf32>) outs(%c : tensor<8x8xf32>)
  return %r : tensor<8x8xf32>
}

// -----

func.func @index(%c: tensor<8x8xindex>) -> tensor<8x8xindex> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%c : tensor<8x8xindex>) {
  ^bb0(%o: index):
    %i = linalg.index 0 : index
    linalg.yield %i : index } -> tensor<8x8xindex>
  return %r : tensor<8x8xindex>
}

// -----

func.func @two_results(%a: tensor<8xf32>) -> (tensor<f32>, tensor<i32>) {
  %z = arith.constant dense<0.0> : tensor<f32>
  %k = arith.constant dense<0> : tensor<i32>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%a : tensor<8xf32>) outs(%z, %k : tensor<f32>, tensor<i32>) {
  ^bb0(%x: f32, %m: f32, %n: i32):
    %c = arith.cmpf ogt, %x, %m : f32
    %v = arith.select %c, %x, %m : f32
    %i = linalg.index 0 : index
    %ii = arith.index_cast %i : index to i32
    %w = arith.select %c, %ii, %n : i32
    linalg.yield %v, %w : f32, i32 } -> (tensor<f32>, tensor<i32>)
  return %r#0, %r#1 : tensor<f32>, tensor<i32>
}

// -----

func.func @forall(%a: tensor<8x8xf32>, %b: tensor<8x8xf32> {nvfp4.param}, %c: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %r = scf.forall (%i) in (2) shared_outs(%o = %c) -> (tensor<16x8xf32>) {
    %off = affine.apply affine_map<(d0) -> (d0 * 8)>(%i)
    %s = tensor.extract_slice %o[%off, 0] [8, 8] [1, 1] : tensor<16x8xf32> to tensor<8x8xf32>
    %m = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) -> tensor<8x8xf32>
    scf.forall.in_parallel { tensor.parallel_insert_slice %m into %o[%off, 0] [8, 8] [1, 1] : tensor<8x8xf32> into tensor<16x8xf32> }
  }
  return %r : tensor<16x8xf32>
}

// -----

func.func @while(%a: tensor<8x8xf32>, %b: tensor<8x8xf32> {nvfp4.param}) -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.while (%x = %a, %i = %c0) : (tensor<8x8xf32>, index) -> (tensor<8x8xf32>, index) {
    %c = arith.cmpi slt, %i, %c3 : index
    scf.condition(%c) %x, %i : tensor<8x8xf32>, index
  } do {
  ^bb0(%x: tensor<8x8xf32>, %i: index):
    %m = linalg.matmul ins(%x, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%x : tensor<8x8xf32>) -> tensor<8x8xf32>
    %j = arith.addi %i, %c1 : index
    scf.yield %m, %j : tensor<8x8xf32>, index
  }
  return %r#0 : tensor<8x8xf32>
}

// -----

func.func @affine(%a: tensor<8x8xf32>, %b: tensor<8x8xf32> {nvfp4.param}) -> tensor<8x8xf32> {
  %r = affine.for %i = 0 to 4 iter_args(%x = %a) -> tensor<8x8xf32> {
    %m = linalg.matmul ins(%x, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%x : tensor<8x8xf32>) -> tensor<8x8xf32>
    affine.yield %m : tensor<8x8xf32>
  }
  return %r : tensor<8x8xf32>
}

// -----

func.func @switch(%a: tensor<8x8xf32>, %i: index) -> tensor<8x8xf32> {
  %r = scf.index_switch %i -> tensor<8x8xf32>
  case 2 { scf.yield %a : tensor<8x8xf32> }
  default { %m = math.exp %a : tensor<8x8xf32>
    scf.yield %m : tensor<8x8xf32> }
  return %r : tensor<8x8xf32>
}

// -----

func.func @branches(%a: tensor<8x8xf32>, %c: i1) -> tensor<8x8xf32> {
  cf.cond_br %c, ^t, ^e
^t:
  %m = math.exp %a : tensor<8x8xf32>
  cf.br ^x(%m : tensor<8x8xf32>)
^e:
  cf.br ^x(%a : tensor<8x8xf32>)
^x(%r: tensor<8x8xf32>):
  return %r : tensor<8x8xf32>
}

// -----

func.func @irreducible(%a: tensor<8x8xf32>, %c: i1, %d: i1) -> tensor<8x8xf32> {
  cf.cond_br %c, ^l, ^m
^l:
  cf.cond_br %d, ^m, ^x
^m:
  cf.cond_br %c, ^l, ^x
^x:
  return %a : tensor<8x8xf32>
}

// -----

func.func @vector(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : index
  %f = arith.constant 0.0 : f32
  %v = vector.transfer_read %a[%c0, %c0], %f : tensor<8x8xf32>, vector<8x8xf32>
  %r = vector.transfer_write %v, %a[%c0, %c0] : vector<8x8xf32>, tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// -----

func.func @complex(%a: tensor<8xcomplex<f32>>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %r = linalg.map { complex.abs } ins(%a : tensor<8xcomplex<f32>>) outs(%e : tensor<8xf32>)
  return %r : tensor<8xf32>
}

// -----

func.func @complex_inner(%a: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %r = linalg.map ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) (%x: f32, %o: f32) {
    %c = complex.create %x, %x : complex<f32>
    %y = complex.abs %c : complex<f32>
    linalg.yield %y : f32 }
  return %r : tensor<8xf32>
}

// -----

func.func @llvm(%a: f32) -> f32 {
  %r = llvm.fadd %a, %a : f32
  return %r : f32
}

// -----

func.func @asm(%a: i32) -> i32 {
  %r = llvm.inline_asm "bogus $0", "=r" : () -> i32
  return %r : i32
}

// -----

llvm.func @free(!llvm.ptr)
func.func @calls_llvm(%a: i64) {
  %p = llvm.inttoptr %a : i64 to !llvm.ptr
  llvm.call @free(%p) : (!llvm.ptr) -> ()
  return
}

// -----

func.func @launch(%a: memref<8xf32>) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) { gpu.terminator }
  return
}

// -----

func.func @async() {
  %t = async.execute { async.yield }
  async.await %t : !async.token
  return
}

// -----

func.func @tosa(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %r = tosa.exp %a : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// -----

func.func @shape(%a: tensor<?xf32>) -> tensor<1xindex> {
  %r = shape.shape_of %a : tensor<?xf32> -> tensor<1xindex>
  return %r : tensor<1xindex>
}

// -----

func.func @omp(%a: memref<8xf32> {quartet.inout}) {
  omp.parallel { omp.terminator }
  return
}

// -----

func.func @negative() -> tensor<?xf32> {
  %c = arith.constant -3 : index
  %e = tensor.empty(%c) : tensor<?xf32>
  return %e : tensor<?xf32>
}

// -----

func.func @wide(%a: tensor<4xf128>) -> tensor<4xf128> { return %a : tensor<4xf128> }

// -----

func.func @wide_inner(%a: tensor<4xf64>) -> tensor<4xf64> {
  %b = arith.extf %a : tensor<4xf64> to tensor<4xf128>
  %c = arith.mulf %b, %b : tensor<4xf128>
  %d = arith.truncf %c : tensor<4xf128> to tensor<4xf64>
  return %d : tensor<4xf64>
}

// -----

func.func @narrow_inner(%a: tensor<4xf32>) -> tensor<4xf32> {
  %b = arith.truncf %a : tensor<4xf32> to tensor<4xf8E5M2>
  %c = arith.mulf %b, %b : tensor<4xf8E5M2>
  %d = arith.extf %c : tensor<4xf8E5M2> to tensor<4xf32>
  return %d : tensor<4xf32>
}

// -----

func.func @f4_inner(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %b = arith.truncf %a : tensor<4x4xf32> to tensor<4x4xf4E2M1FN>
  %d = arith.extf %b : tensor<4x4xf4E2M1FN> to tensor<4x4xf32>
  return %d : tensor<4x4xf32>
}

// -----

func.func @scaled(%a: tensor<4x4xf32>, %s: tensor<4x4xf8E8M0FNU>) -> tensor<4x4xf32> {
  %b = arith.scaling_truncf %a, %s : tensor<4x4xf32>, tensor<4x4xf8E8M0FNU> to tensor<4x4xf4E2M1FN>
  %d = arith.scaling_extf %b, %s : tensor<4x4xf4E2M1FN>, tensor<4x4xf8E8M0FNU> to tensor<4x4xf32>
  return %d : tensor<4x4xf32>
}

// -----

func.func @int_types(%a: tensor<4xi4>, %b: tensor<4xi128>) { return }

// -----

func.func @int_inner(%a: tensor<4xi32>) -> tensor<4xi32> {
  %b = arith.trunci %a : tensor<4xi32> to tensor<4xi3>
  %c = arith.addi %b, %b : tensor<4xi3>
  %d = arith.extsi %c : tensor<4xi3> to tensor<4xi32>
  return %d : tensor<4xi32>
}

// -----

func.func @poison() -> tensor<4xf32> {
  %r = ub.poison : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @unreachable() -> tensor<4xf32> {
  ub.unreachable
}

// -----

func.func @unsigned(%a: tensor<4xui8>) -> tensor<4xui8> { return %a : tensor<4xui8> }

// -----

func.func @quant(%a: tensor<4x!quant.uniform<i8:f32, 0.5>>) { return }

// -----

func.func @tuple(%a: tuple<f32, i32>) { return }

// -----

func.func @none(%a: none) { return }

// -----

func.func @memspace(%a: memref<4xf32, 1>) { return }

// -----

func.func @strided_sub(%a: tensor<8x8xf32>) -> tensor<4x4xf32> {
  %r = tensor.extract_slice %a[1, 0] [4, 4] [2, 2] : tensor<8x8xf32> to tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// -----

func.func @dyn_slice(%a: tensor<?x8xf32>, %i: index) -> tensor<4x8xf32> {
  %r = tensor.extract_slice %a[%i, 0] [4, 8] [1, 1] : tensor<?x8xf32> to tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

func.func @rank_reduce(%a: tensor<1x8x8xf32>, %b: tensor<8x8xf32> {nvfp4.param}, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %s = tensor.extract_slice %a[0, 0, 0] [1, 8, 8] [1, 1, 1] : tensor<1x8x8xf32> to tensor<8x8xf32>
  %r = linalg.matmul ins(%s, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// -----

func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> attributes {llvm.emit_c_interface} { return %a : tensor<8x8xf32> }

// -----

func.func @"weird name with spaces \22"(%a: tensor<8x8xf32>) -> tensor<8x8xf32> { return %a : tensor<8x8xf32> }

// -----

func.func @malloc(%a: tensor<8x8xf32>) -> tensor<8x8xf32> { %b = math.exp %a : tensor<8x8xf32> return %b : tensor<8x8xf32> }

// -----

func.func @expf(%a: tensor<8x8xf32>) -> tensor<8x8xf32> { %b = math.exp %a : tensor<8x8xf32> return %b : tensor<8x8xf32> }

// -----

func.func @f_signature(%a: tensor<8xf32>) -> tensor<8xf32> { return %a : tensor<8xf32> }
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> { return %a : tensor<8xf32> }

// -----

func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> { return %a : tensor<8xf32> }
func.func @f_check_sizes(%a: tensor<8xf32>) -> tensor<8xf32> { return %a : tensor<8xf32> }

// -----

func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> { return %a : tensor<8xf32> }
func.func @f.check_sizes(%a: tensor<8xf32>) -> tensor<8xf32> { return %a : tensor<8xf32> }

// -----

func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> { return %a : tensor<8xf32> }
func.func @f.body(%a: tensor<8xf32>) -> tensor<8xf32> { return %a : tensor<8xf32> }

// -----

memref.global "private" @g : memref<4xf32> = dense<1.0>
func.func @global(%a: tensor<4xf32>) -> tensor<4xf32> {
  %g = memref.get_global @g : memref<4xf32>
  %t = bufferization.to_tensor %g restrict : memref<4xf32> to tensor<4xf32>
  return %t : tensor<4xf32>
}

// -----

func.func @alloc(%n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %m = memref.alloc(%n) : memref<?xf32>
  %v = memref.load %m[%c0] : memref<?xf32>
  memref.dealloc %m : memref<?xf32>
  return %v : f32
}

// -----

func.func @alloca() -> f32 {
  %c0 = arith.constant 0 : index
  %m = memref.alloca() : memref<1000000000xf32>
  %v = memref.load %m[%c0] : memref<1000000000xf32>
  return %v : f32
}

// -----

func.func @assert(%a: tensor<?xf32>) {
  %f = arith.constant false
  cf.assert %f, "never"
  return
}

// -----

func.func @print(%a: tensor<8xf32>) {
  %c = arith.constant 1.0 : f32
  vector.print %c : f32
  return
}

// -----

func.func @atomics(%a: memref<8xf32> {quartet.inout}, %v: f32) {
  %c0 = arith.constant 0 : index
  %r = memref.atomic_rmw addf %v, %a[%c0] : (f32, memref<8xf32>) -> f32
  return
}

// -----

func.func @transform(%a: tensor<8xf32>) -> tensor<8xf32> { return %a : tensor<8xf32> }
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg: !transform.any_op) { transform.yield }
}

// -----

func.func @index_div(%a: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %a, %c0 : tensor<?xf32>
  %q = arith.divsi %d, %c0 : index
  %e = tensor.empty(%q) : tensor<?xf32>
  return %e : tensor<?xf32>
}

// -----

func.func @same_out(%a: tensor<8x8xf32>, %w: tensor<8x8xf32> {nvfp4.param}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %r = linalg.matmul ins(%a, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
  %s = linalg.matmul ins(%r, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%w : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r, %s : tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

func.func @big_rank(%a: tensor<1x1x1x1x1x1x1x1x1x1x2x3xf32>, %c: tensor<1x1x1x1x1x1x1x1x1x1x2x3xf32>) -> tensor<1x1x1x1x1x1x1x1x1x1x2x3xf32> {
  %r = arith.addf %a, %c : tensor<1x1x1x1x1x1x1x1x1x1x2x3xf32>
  return %r : tensor<1x1x1x1x1x1x1x1x1x1x2x3xf32>
}

// -----

func.func @noargs() { return }

// -----

func.func private @unused(%a: tensor<8xf32>) -> tensor<8xf32> { return %a : tensor<8xf32> }

// -----

func.func @dup_results(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) { return %a, %a : tensor<8xf32>, tensor<8xf32> }

// -----

func.func @round_even(%a: tensor<8xf16>) -> tensor<8xf16> { %r = math.roundeven %a : tensor<8xf16> return %r : tensor<8xf16> }

// -----

func.func @powi(%a: tensor<8xf32>, %b: tensor<8xi32>) -> tensor<8xf32> { %r = math.fpowi %a, %b : tensor<8xf32>, tensor<8xi32> return %r : tensor<8xf32> }

// -----

func.func @ctlz(%a: tensor<8xi32>) -> tensor<8xi32> { %r = math.ctlz %a : tensor<8xi32> return %r : tensor<8xi32> }

// -----

func.func @bf16_math(%a: tensor<8xbf16>) -> tensor<8xbf16> { %r = math.erf %a : tensor<8xbf16> %s = math.atan2 %r, %a : tensor<8xbf16> return %s : tensor<8xbf16> }

// -----

func.func @f64_to_bf16(%a: tensor<8xf64>) -> tensor<8xbf16> { %r = arith.truncf %a : tensor<8xf64> to tensor<8xbf16> return %r : tensor<8xbf16> }

// -----

func.func @int_to_bf16(%a: tensor<8xi32>) -> tensor<8xbf16> { %r = arith.sitofp %a : tensor<8xi32> to tensor<8xbf16> %f = arith.fptosi %r : tensor<8xbf16> to tensor<8xi8> return %r : tensor<8xbf16> }

// -----

func.func @int_to_f8(%a: tensor<8xi32>) -> tensor<8xf8E4M3FN> { %r = arith.sitofp %a : tensor<8xi32> to tensor<8xf8E4M3FN> return %r : tensor<8xf8E4M3FN> }

// -----

func.func @f8_bitcast(%a: tensor<8xi8>) -> tensor<8xf8E4M3FN> { %r = arith.bitcast %a : tensor<8xi8> to tensor<8xf8E4M3FN> return %r : tensor<8xf8E4M3FN> }

// -----

func.func @f8_const() -> tensor<8xf8E4M3FN> { %r = arith.constant dense<1.0> : tensor<8xf8E4M3FN> return %r : tensor<8xf8E4M3FN> }

// -----

func.func @f8_select(%c: tensor<8xi1>, %a: tensor<8xf8E4M3FN>) -> tensor<8xf8E4M3FN> { %r = arith.select %c, %a, %a : tensor<8xi1>, tensor<8xf8E4M3FN> return %r : tensor<8xf8E4M3FN> }

// -----

func.func @f8_cmp(%a: tensor<8xf8E4M3FN>) -> tensor<8xi1> { %r = arith.cmpf olt, %a, %a : tensor<8xf8E4M3FN> return %r : tensor<8xi1> }

// -----

func.func @expf(%a: tensor<8xf32>) -> tensor<8xf32> {
  %b = math.erf %a : tensor<8xf32>
  return %b : tensor<8xf32>
}

// -----

func.func @fwd(%x: tensor<8x32xf32>, %c: i1) -> tensor<8x32xf32> {
  cf.cond_br %c, ^a, ^b
^a:
  return %x : tensor<8x32xf32>
^b:
  %y = math.exp %x : tensor<8x32xf32>
  return %y : tensor<8x32xf32>
}
func.func @bwd(%x: tensor<8x32xf32> {nvfp4.saved = #nvfp4.saved<@fwd, result = 0>}, %e: tensor<8x16xf32> {nvfp4.gradient}, %c: tensor<16x32xf32>) -> tensor<16x32xf32> {
  %e0 = tensor.empty() : tensor<16x8xf32>
  %t = linalg.transpose ins(%e : tensor<8x16xf32>) outs(%e0 : tensor<16x8xf32>) permutation = [1, 0]
  %r = linalg.matmul ins(%t, %x : tensor<16x8xf32>, tensor<8x32xf32>) outs(%c : tensor<16x32xf32>) -> tensor<16x32xf32>
  return %r : tensor<16x32xf32>
}

// -----

func.func private @fwd(%x: tensor<8x32xf32>) -> tensor<8x32xf32>
func.func @bwd(%x: tensor<8x32xf32> {nvfp4.saved = #nvfp4.saved<@fwd, result = 0>}) {
  return
}

// -----

func.func @bwd(%x: tensor<8x32xf32> {nvfp4.saved = #nvfp4.saved<@nobody, result = 0>}) {
  return
}

// -----

func.func @fwd(%x: tensor<8x32xf32>) -> tensor<8x32xf32> {
  return %x : tensor<8x32xf32>
}
func.func @f(%x: tensor<8x32xf32> {nvfp4.saved = #nvfp4.saved<@fwd, result = 99999999999999>}) {
  return
}
