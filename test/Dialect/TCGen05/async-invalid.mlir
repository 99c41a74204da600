// RUN: quartet-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{expects 1 to 5 dimensions, but got 6}}
func.func private @map_rank(!tcgen05.tensor_map<1x1x1x1x1x16>)

// -----

// expected-error @below {{expects box sizes in [1, 256], but got 257}}
func.func private @map_box(!tcgen05.tensor_map<257x128>)

// -----

// expected-error @below {{expects an innermost box size that is a multiple of 16, but got 24}}
func.func private @map_inner(!tcgen05.tensor_map<8x24>)

// -----

// expected-error @below {{expects a swizzle of 0, 32, 64 or 128 bytes, but got 16}}
func.func private @map_swizzle(!tcgen05.tensor_map<8x16, swizzle 16>)

// -----

// expected-error @below {{expects an innermost box size of at most the swizzle's 64 bytes, but got 128}}
func.func private @map_span(!tcgen05.tensor_map<8x128, swizzle 64>)

// -----

func.func @map_element(%a: memref<4x128xi16>) {
  // expected-error @below {{expects elements of 8 bits, but got 'i16'}}
  %m = tcgen05.make_tensor_map %a
      : memref<4x128xi16> to !tcgen05.tensor_map<4x128>
  return
}

// -----

func.func @map_dimensions(%a: memref<4x128xi8>) {
  // expected-error @below {{expects one box size per dimension of 'memref<4x128xi8>', but got 1}}
  %m = tcgen05.make_tensor_map %a : memref<4x128xi8> to !tcgen05.tensor_map<128>
  return
}

// -----

func.func @map_stride(%a: memref<4x120xi8>) {
  // expected-error @below {{expects strides that are multiples of 16 bytes, but got 120}}
  %m = tcgen05.make_tensor_map %a
      : memref<4x120xi8> to !tcgen05.tensor_map<4x112>
  return
}

// -----

func.func @map_innermost(%a: memref<4x128xi8, strided<[256, 2]>>) {
  // expected-error @below {{expects an innermost stride of 1, but got}}
  %m = tcgen05.make_tensor_map %a
      : memref<4x128xi8, strided<[256, 2]>> to !tcgen05.tensor_map<4x128>
  return
}

// -----

func.func @load_coordinates(%m: !tcgen05.tensor_map<128x128>, %i: index,
                            %smem: memref<65536xi8, 3>,
                            %bars: memref<4xi64, 3>) {
  // expected-error @below {{expects 2 coordinates for '!tcgen05.tensor_map<128x128>', but got 1}}
  tcgen05.tma_load %m[%i], %smem[%i], %bars[%i]
      : !tcgen05.tensor_map<128x128>, memref<65536xi8, 3>, memref<4xi64, 3>
  return
}

// -----

func.func @load_alignment(%m: !tcgen05.tensor_map<8x128, swizzle 128>,
                          %i: index, %smem: memref<65536xi8, 3>,
                          %bars: memref<4xi64, 3>) {
  %c128 = arith.constant 128 : index
  // expected-error @below {{expects an offset that is a multiple of 1024, but got 128}}
  tcgen05.tma_load %m[%i, %i], %smem[%c128], %bars[%i]
      : !tcgen05.tensor_map<8x128, swizzle 128>, memref<65536xi8, 3>,
        memref<4xi64, 3>
  return
}

// -----

func.func @load_space(%m: !tcgen05.tensor_map<16>, %i: index,
                      %smem: memref<65536xi8, 3>, %bars: memref<4xi64>) {
  // expected-error @below {{expects 'barriers' in workgroup memory (space 3), but got the default memory space}}
  tcgen05.tma_load %m[%i], %smem[%i], %bars[%i]
      : !tcgen05.tensor_map<16>, memref<65536xi8, 3>, memref<4xi64>
  return
}

// -----

func.func @init_count(%bars: memref<4xi64, 3>, %i: index) {
  // expected-error @below {{expects a count in [1, 1048575], but got 0}}
  tcgen05.mbarrier_init %bars[%i] count 0 : memref<4xi64, 3>
  return
}

// -----

func.func @expect_bytes(%bars: memref<4xi64, 3>, %i: index) {
  // expected-error @below {{expects bytes in [0, 1048575], but got 1048576}}
  tcgen05.mbarrier_expect %bars[%i] bytes 1048576 : memref<4xi64, 3>
  return
}

// -----

func.func @arrive_index(%bars: memref<4xi64, 3>) {
  %c4 = arith.constant 4 : index
  // expected-error @below {{expects a barrier in [0, 4), but got 4}}
  tcgen05.mbarrier_arrive %bars[%c4] : memref<4xi64, 3>
  return
}

// -----

func.func @wait_space(%bars: memref<4xi64, 1>, %i: index, %p: i1) {
  // expected-error @below {{expects 'barriers' in workgroup memory (space 3), but got 1}}
  %d = tcgen05.mbarrier_try_wait %bars[%i] parity %p : memref<4xi64, 1>
  return
}

// -----

func.func @scale_row(%p: i1, %d: !tcgen05.accumulator<128x192>,
                     %a: !tcgen05.operand<128x256>,
                     %b: !tcgen05.operand<192x256>,
                     %sa: !tcgen05.scales<128x16>,
                     %sb: !tcgen05.scales<256x16>) {
  %row = arith.constant 96 : index
  // expected-error @below {{expects 'b_scale_row' to be a multiple of 32 in [0, 64], but got 96}}
  tcgen05.mma %d, %a, %b, %sa, %sb accumulate %p b_scale_row %row
      : !tcgen05.accumulator<128x192>, !tcgen05.operand<128x256>,
        !tcgen05.operand<192x256>, !tcgen05.scales<128x16>,
        !tcgen05.scales<256x16>
  return
}
