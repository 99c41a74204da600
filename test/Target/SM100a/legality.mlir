// Every combination of chip and PTX version gives code or an error at the
// operation; LLVM, which ends the process on what it cannot select, never sees
// the others. The kernel uses one block-scaled product, one conversion to e2m1
// and one stochastic conversion in turn.

// RUN: split-file %s %t
// DEFINE: %{ptx} = quartet-compile --no-remarks --emit=ptx -o -

// RUN: %{ptx} %t/product.mlir --target=sm_100a | FileCheck %s --check-prefixes=PRODUCT,PTX90
// RUN: %{ptx} %t/product.mlir --target=sm_100a --ptx=8.8 | FileCheck %s --check-prefixes=PRODUCT,PTX88
// RUN: not %{ptx} %t/product.mlir --target=sm_100a --ptx=8.7 2>&1 | FileCheck %s --check-prefix=PRODUCT87
// RUN: not %{ptx} %t/product.mlir --target=sm_100a --ptx=8.6 2>&1 | FileCheck %s --check-prefix=PRODUCT86
// RUN: %{ptx} %t/product.mlir --target=sm_103a --ptx=8.8 | FileCheck %s --check-prefixes=PRODUCT,PTX88
// RUN: %{ptx} %t/product.mlir --target=sm_100a --cpu=sm_100f --ptx=8.8 | FileCheck %s --check-prefixes=PRODUCT,PTX88
// RUN: %{ptx} %t/product.mlir --target=sm_100a --cpu=sm_103f | FileCheck %s --check-prefixes=PRODUCT,PTX90
// RUN: %{ptx} %t/product.mlir --target=sm_100a --cpu=sm_110a | FileCheck %s --check-prefixes=PRODUCT,PTX90
// RUN: not %{ptx} %t/product.mlir --target=sm_100a --cpu=sm_110a --ptx=8.8 2>&1 | FileCheck %s --check-prefix=VERSION110
// RUN: not %{ptx} %t/product.mlir --target=sm_103a --ptx=8.6 2>&1 | FileCheck %s --check-prefix=VERSION103
// RUN: not %{ptx} %t/product.mlir --target=sm_100a --ptx=8.9 2>&1 | FileCheck %s --check-prefix=VERSION
// RUN: not %{ptx} %t/product.mlir --target=sm_100a --cpu=sm_120a 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not %{ptx} %t/product.mlir --target=sm_90a 2>&1 | FileCheck %s --check-prefix=HOPPER

// PTX90: .version 9.0
// PTX88: .version 8.8
// PRODUCT: tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.block16
// PRODUCT87: product.mlir:7:5: error: expects PTX 8.8 or later for 'nvvm.tcgen05.mma.block_scale' on sm_100a, but got PTX 8.7
// PRODUCT86: product.mlir:7:5: error: expects PTX 8.8 or later for 'nvvm.tcgen05.mma.block_scale' on sm_100a, but got PTX 8.6
// VERSION110: error: expects a PTX version of 9.0 for sm_110a, but got 8.8
// VERSION103: error: expects a PTX version of 8.8, 9.0 for sm_103a, but got 8.6
// VERSION: error: expects a PTX version of 8.6, 8.7, 8.8, 9.0 for sm_100a, but got 8.9
// CHIP: error: expects a chip of sm_100a, sm_100f, sm_103a, sm_103f, sm_110a for target 'sm_100a', but got 'sm_120a'
// HOPPER: product.mlir:7:5: error: expects instructions that sm_90a has, but got 'nvvm.tcgen05.mma.block_scale'

// RUN: %{ptx} %t/convert.mlir --target=sm_100a --ptx=8.6 | FileCheck %s --check-prefix=CONVERT
// RUN: %{ptx} %t/convert.mlir --target=sm_100a --cpu=sm_100f | FileCheck %s --check-prefix=CONVERT
// RUN: not %{ptx} %t/convert.mlir --target=sm_90a 2>&1 | FileCheck %s --check-prefix=CONVERT-HOPPER
// CONVERT: cvt.rn.satfinite.e2m1x2.f32
// CONVERT-HOPPER: convert.mlir:4:10: error: expects instructions that sm_90a has, but got 'nvvm.convert.f32x2.to.f4x2'

// RUN: %{ptx} %t/random.mlir --target=sm_100a --ptx=8.7 | FileCheck %s --check-prefix=RANDOM
// RUN: not %{ptx} %t/random.mlir --target=sm_100a --ptx=8.6 2>&1 | FileCheck %s --check-prefix=RANDOM86
// RUN: not %{ptx} %t/random.mlir --target=sm_100a --cpu=sm_100f 2>&1 | FileCheck %s --check-prefix=RANDOM-FAMILY
// RANDOM: cvt.rs.satfinite.e2m1x4.f32
// RANDOM86: random.mlir:5:10: error: expects PTX 8.7 or later for 'nvvm.convert.f32x4.to.f4x4' on sm_100a, but got PTX 8.6
// RANDOM-FAMILY: random.mlir:5:10: error: expects one of sm_100a, sm_103a for 'nvvm.convert.f32x4.to.f4x4', but got sm_100f

// Text of PTX is searched, too, and operations that nobody has looked up are
// refused.
// RUN: not %{ptx} %t/text.mlir --target=sm_90a 2>&1 | FileCheck %s --check-prefix=TEXT
// TEXT: text.mlir:4:10: error: expects instructions that sm_90a has, but got 'cvt.rn.f16x2.e2m1x2 $0, $1;'

//--- product.mlir
gpu.module @kernels {
  gpu.func @product(%d: i32, %a: i64, %b: i64, %i: i32) kernel {
    %true = arith.constant true
    %dp = llvm.inttoptr %d : i32 to !llvm.ptr<6>
    %sa = llvm.inttoptr %i : i32 to !llvm.ptr<6>
    %sb = llvm.inttoptr %i : i32 to !llvm.ptr<6>
    nvvm.tcgen05.mma.block_scale %dp, %a, %b, %i, %true, %sa, %sb {kind = #nvvm.block_scale_kind<mxf4nvf4>, ctaGroup = #nvvm.cta_group<cta_1>, blockScale = #nvvm.tcgen05_mma_block_scale<block16>} : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>)
    gpu.return
  }
}

//--- convert.mlir
gpu.module @kernels {
  gpu.func @convert(%x: f32, %y: memref<i8>) kernel {

    %c = nvvm.convert.f32x2.to.f4x2 %x, %x : i8 (f4E2M1FN)
    memref.store %c, %y[] : memref<i8>
    gpu.return
  }
}

//--- random.mlir
gpu.module @kernels {
  gpu.func @random(%r: i32, %x: memref<4xf32>, %y: memref<i16>) kernel {
    %c0 = arith.constant 0 : index
    %v = vector.load %x[%c0] : memref<4xf32>, vector<4xf32>
    %c = nvvm.convert.f32x4.to.f4x4 %v, %r : vector<4xf32> -> i16 (f4E2M1FN)
    memref.store %c, %y[] : memref<i16>
    gpu.return
  }
}

//--- text.mlir
gpu.module @kernels {
  gpu.func @text(%x: i32, %y: memref<i32>) kernel {

    %c = llvm.inline_asm "cvt.rn.f16x2.e2m1x2 $0, $1;", "=r,r" %x : (i32) -> i32
    memref.store %c, %y[] : memref<i32>
    gpu.return
  }
}
