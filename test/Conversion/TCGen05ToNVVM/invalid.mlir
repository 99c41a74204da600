// RUN: quartet-opt %s --convert-tcgen05-to-nvvm -split-input-file \
// RUN:   -verify-diagnostics

func.func @mixed_groups(%slot: memref<1xi32, 3>) {
  // expected-note @below {{first used here}}
  tcgen05.alloc %slot columns 64 : memref<1xi32, 3>
  // expected-error @below {{expects cta_group 1 as elsewhere in this kernel, but got 2}}
  tcgen05.relinquish_alloc_permit {cta_group = 2 : i32}
  return
}

// -----

// Two kernels may differ.
func.func @one(%slot: memref<1xi32, 3>) {
  tcgen05.alloc %slot columns 64 : memref<1xi32, 3>
  return
}
func.func @two(%slot: memref<1xi32, 3>) {
  tcgen05.alloc %slot columns 64 {cta_group = 2 : i32} : memref<1xi32, 3>
  return
}
