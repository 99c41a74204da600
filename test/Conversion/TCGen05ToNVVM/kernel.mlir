// The operations of a kernel from tcgen05 down to an assembled cubin. Only the
// lowering is tested: nothing fills the operands, and a plain barrier stands
// where a kernel waits for its mbarrier. The gpu.module has no target attribute:
// upstream's verifier knows no sm_103a.
//
// RUN: quartet-opt %s --convert-tcgen05-to-nvvm --convert-scf-to-cf \
// RUN:   --convert-gpu-to-nvvm --convert-vector-to-llvm \
// RUN:   --reconcile-unrealized-casts -o %t.mlir
// RUN: FileCheck %s --check-prefix=NVVM < %t.mlir
// RUN: %python %S/Inputs/inline-module.py < %t.mlir | mlir-translate \
// RUN:   --mlir-to-llvmir \
// RUN:   | llc -mtriple=nvptx64-nvidia-cuda -mcpu=sm_100a -mattr=+ptx90 -O3 \
// RUN:     -o %t.ptx
// RUN: FileCheck %s --check-prefix=PTX < %t.ptx
// RUN: %if ptxas %{ ptxas -arch=sm_100a %t.ptx -o %t.cubin %}

// NVVM-NOT: tcgen05.mma %
// NVVM: nvvm.tcgen05.mma.block_scale

// The copies come before the instructions that use them, the commit last.
// PTX: tcgen05.alloc.cta_group::1.sync.aligned
// PTX: tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned
// PTX-COUNT-8: tcgen05.cp.cta_group::1.32x128b.warpx4
// PTX-COUNT-4: tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.block16
// PTX: tcgen05.commit.cta_group::1.mbarrier::arrive::one
// PTX: tcgen05.fence::after_thread_sync
// PTX: tcgen05.ld.sync.aligned.32x32b.x32
// No register is touched between a load and its wait.
// PTX-NEXT: tcgen05.wait::ld.sync.aligned
// PTX: tcgen05.fence::before_thread_sync
// PTX: tcgen05.dealloc.cta_group::1.sync.aligned
gpu.module @kernels {
  gpu.func @tile(%out: memref<128x32xf32, 1>)
      workgroup(%smem: memref<40960xi8, 3>, %slot: memref<1xi32, 3>,
                %bars: memref<1xi64, 3>) kernel {
    %c0 = arith.constant 0 : index
    %c16384 = arith.constant 16384 : index
    %c32768 = arith.constant 32768 : index
    %c34816 = arith.constant 34816 : index
    %c32 = arith.constant 32 : index
    %false = arith.constant false
    %tid = gpu.thread_id x
    %warp = arith.divui %tid, %c32 : index
    %first = arith.cmpi eq, %warp, %c0 : index
    scf.if %first {
      tcgen05.alloc %slot columns 256 : memref<1xi32, 3>
      tcgen05.relinquish_alloc_permit
    }
    tcgen05.fence before
    gpu.barrier
    tcgen05.fence after
    %t = tcgen05.address %slot : memref<1xi32, 3> to !tcgen05.tmem<256>
    %d = tcgen05.slice %t column 0 : !tcgen05.tmem<256>
        to !tcgen05.accumulator<128x128>
    scf.if %first {
      %one = nvvm.elect.sync -> i1
      scf.if %one {
        %a = tcgen05.operand_tile %smem[%c0] : memref<40960xi8, 3>
            to !tcgen05.operand<128x256>
        %b = tcgen05.operand_tile %smem[%c16384] : memref<40960xi8, 3>
            to !tcgen05.operand<128x256>
        %fa = tcgen05.scale_tile %smem[%c32768] : memref<40960xi8, 3>
            to !tcgen05.scale_atoms<128x16>
        %fb = tcgen05.scale_tile %smem[%c34816] : memref<40960xi8, 3>
            to !tcgen05.scale_atoms<128x16>
        %sa = tcgen05.slice %t column 128 : !tcgen05.tmem<256>
            to !tcgen05.scales<128x16>
        %sb = tcgen05.slice %t column 144 : !tcgen05.tmem<256>
            to !tcgen05.scales<128x16>
        tcgen05.copy_scales %fa, %sa
            : !tcgen05.scale_atoms<128x16>, !tcgen05.scales<128x16>
        tcgen05.copy_scales %fb, %sb
            : !tcgen05.scale_atoms<128x16>, !tcgen05.scales<128x16>
        tcgen05.mma %d, %a, %b, %sa, %sb accumulate %false
            : !tcgen05.accumulator<128x128>, !tcgen05.operand<128x256>,
              !tcgen05.operand<128x256>, !tcgen05.scales<128x16>,
              !tcgen05.scales<128x16>
        tcgen05.commit %bars[%c0] : memref<1xi64, 3>
      }
    }
    gpu.barrier
    tcgen05.fence after
    %l = tcgen05.load %d[%warp, %c32]
        : !tcgen05.accumulator<128x128> to vector<32xf32>
    %v = tcgen05.wait load(%l : vector<32xf32>)
    vector.store %v, %out[%tid, %c0] : memref<128x32xf32, 1>, vector<32xf32>
    tcgen05.fence before
    gpu.barrier
    scf.if %first {
      tcgen05.fence after
      tcgen05.dealloc %t : !tcgen05.tmem<256>
    }
    gpu.return
  }
}
