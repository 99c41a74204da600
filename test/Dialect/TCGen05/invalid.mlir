// RUN: quartet-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{expects columns in [1, 512], but got 513}}
func.func private @tmem_columns(!tcgen05.tmem<513>)

// -----

// expected-error @below {{expects 128 or 256 rows, but got 64}}
func.func private @accumulator_rows(!tcgen05.accumulator<64x128>)

// -----

// expected-error @below {{expects columns to be a multiple of 8 in [8, 256], but got 12}}
func.func private @accumulator_columns(!tcgen05.accumulator<128x12>)

// -----

// expected-error @below {{expects two dimensions, as in 128x256, but got 3}}
func.func private @accumulator_rank(!tcgen05.accumulator<128x12x4>)

// -----

// expected-error @below {{expects rows to be a positive multiple of 128, but got 96}}
func.func private @scales_rows(!tcgen05.scales<96x16>)

// -----

// expected-error @below {{expects scales to be a positive multiple of 4, but got 6}}
func.func private @scales_columns(!tcgen05.scales<128x6>)

// -----

// expected-error @below {{expects at most 512 tensor-memory columns, but 256x512 scales occupy 1024}}
func.func private @scales_size(!tcgen05.scales<256x512>)

// -----

// expected-error @below {{expects K to be a positive multiple of 256, but got 64}}
func.func private @operand_k(!tcgen05.operand<128x64>)

// -----

// expected-error @below {{expects rows to be a positive multiple of 8, but got 4}}
func.func private @operand_rows(!tcgen05.operand<4x256>)

// -----

func.func @alloc_columns(%slot: memref<1xi32, 3>) {
  // expected-error @below {{expects columns to be a power of two in [32, 512], but got 96}}
  tcgen05.alloc %slot columns 96 : memref<1xi32, 3>
  return
}

// -----

func.func @alloc_space(%slot: memref<1xi32>) {
  // expected-error @below {{expects 'slot' in workgroup memory (space 3), but got the default memory space}}
  tcgen05.alloc %slot columns 64 : memref<1xi32>
  return
}

// -----

func.func @alloc_group(%slot: memref<1xi32, 3>) {
  // expected-error @below {{attribute 'cta_group' failed to satisfy constraint}}
  tcgen05.alloc %slot columns 64 {cta_group = 3 : i32} : memref<1xi32, 3>
  return
}

// -----

func.func @dealloc_part(%t: !tcgen05.tmem<48>) {
  // expected-error @below {{expects columns to be a power of two in [32, 512], but got 48}}
  tcgen05.dealloc %t : !tcgen05.tmem<48>
  return
}

// -----

func.func @slice_outside(%t: !tcgen05.tmem<256>) {
  // expected-error @below {{expects columns in [0, 256), but the slice occupies [128, 384)}}
  %d = tcgen05.slice %t column 128 : !tcgen05.tmem<256> to !tcgen05.accumulator<128x256>
  return
}

// -----

// Two accumulators of 256 columns and their scales do not fit.
func.func @slice_stages_outside(%t: !tcgen05.tmem<512>, %i: index) {
  // expected-error @below {{expects columns in [0, 512), but the slice occupies [16, 528)}}
  %d = tcgen05.slice %t column 16 stage %i stages 2 stride 256 : !tcgen05.tmem<512> to !tcgen05.accumulator<128x256>
  return
}

// -----

func.func @slice_alignment(%t: !tcgen05.tmem<256>) {
  // expected-error @below {{expects a column that is a multiple of 4 for scales, but got 130}}
  %d = tcgen05.slice %t column 130 : !tcgen05.tmem<256> to !tcgen05.scales<128x16>
  return
}

// -----

func.func @slice_stage(%t: !tcgen05.tmem<256>) {
  %c2 = arith.constant 2 : index
  // expected-error @below {{expects a stage in [0, 2), but got 2}}
  %d = tcgen05.slice %t column 0 stage %c2 stages 2 stride 16 : !tcgen05.tmem<256> to !tcgen05.scales<128x16>
  return
}

// -----

func.func @tile_alignment(%m: memref<65536xi8, 3>) {
  %c512 = arith.constant 512 : index
  // expected-error @below {{expects an offset that is a multiple of 1024, but got 512}}
  %a = tcgen05.operand_tile %m[%c512] : memref<65536xi8, 3> to !tcgen05.operand<128x256>
  return
}

// -----

func.func @tile_outside(%m: memref<16384xi8, 3>) {
  %c1024 = arith.constant 1024 : index
  // expected-error @below {{expects bytes in [0, 16384), but the tile occupies [1024, 17408)}}
  %a = tcgen05.operand_tile %m[%c1024] : memref<16384xi8, 3> to !tcgen05.operand<128x256>
  return
}

// -----

func.func @scale_tile_alignment(%m: memref<65536xi8, 3>) {
  %c64 = arith.constant 64 : index
  // expected-error @below {{expects an offset that is a multiple of 128, but got 64}}
  %a = tcgen05.scale_tile %m[%c64] : memref<65536xi8, 3> to !tcgen05.scale_atoms<128x16>
  return
}

// -----

func.func @copy_shapes(%a: !tcgen05.scale_atoms<128x16>, %s: !tcgen05.scales<256x16>) {
  // expected-error @below {{expects source and target of one shape}}
  tcgen05.copy_scales %a, %s : !tcgen05.scale_atoms<128x16>, !tcgen05.scales<256x16>
  return
}

// -----

func.func @mma_m(%d: !tcgen05.accumulator<256x128>, %a: !tcgen05.operand<256x256>, %b: !tcgen05.operand<128x256>, %s: !tcgen05.scales<128x16>, %p: i1) {
  // expected-error @below {{expects M = 128 with cta_group 1, but got 256}}
  tcgen05.mma %d, %a, %b, %s, %s accumulate %p : !tcgen05.accumulator<256x128>, !tcgen05.operand<256x256>, !tcgen05.operand<128x256>, !tcgen05.scales<128x16>, !tcgen05.scales<128x16>
  return
}

// -----

func.func @mma_pair_m(%d: !tcgen05.accumulator<128x128>, %a: !tcgen05.operand<64x256>, %b: !tcgen05.operand<64x256>, %s: !tcgen05.scales<128x16>, %p: i1) {
  // expected-error @below {{expects M = 256 with cta_group 2, but got 128}}
  tcgen05.mma %d, %a, %b, %s, %s accumulate %p {cta_group = 2 : i32} : !tcgen05.accumulator<128x128>, !tcgen05.operand<64x256>, !tcgen05.operand<64x256>, !tcgen05.scales<128x16>, !tcgen05.scales<128x16>
  return
}

// -----

func.func @mma_pair_n(%d: !tcgen05.accumulator<256x24>, %a: !tcgen05.operand<128x256>, %b: !tcgen05.operand<16x256>, %s: !tcgen05.scales<128x16>, %p: i1) {
  // expected-error @below {{expects N to be a multiple of 16 in [16, 256] with cta_group 2, but got 24}}
  tcgen05.mma %d, %a, %b, %s, %s accumulate %p {cta_group = 2 : i32} : !tcgen05.accumulator<256x24>, !tcgen05.operand<128x256>, !tcgen05.operand<16x256>, !tcgen05.scales<128x16>, !tcgen05.scales<128x16>
  return
}

// -----

func.func @mma_b_rows(%d: !tcgen05.accumulator<128x128>, %a: !tcgen05.operand<128x256>, %b: !tcgen05.operand<64x256>, %s: !tcgen05.scales<128x16>, %p: i1) {
  // expected-error @below {{expects 'b' with 128 rows for '!tcgen05.accumulator<128x128>' with cta_group 1, but got 64}}
  tcgen05.mma %d, %a, %b, %s, %s accumulate %p : !tcgen05.accumulator<128x128>, !tcgen05.operand<128x256>, !tcgen05.operand<64x256>, !tcgen05.scales<128x16>, !tcgen05.scales<128x16>
  return
}

// -----

// The scales of B cover all N rows, rounded up to 128.
func.func @mma_b_scales(%d: !tcgen05.accumulator<128x192>, %a: !tcgen05.operand<128x256>, %b: !tcgen05.operand<192x256>, %s: !tcgen05.scales<128x16>, %p: i1) {
  // expected-error @below {{expects 'b_scales' with 256 rows}}
  tcgen05.mma %d, %a, %b, %s, %s accumulate %p : !tcgen05.accumulator<128x192>, !tcgen05.operand<128x256>, !tcgen05.operand<192x256>, !tcgen05.scales<128x16>, !tcgen05.scales<128x16>
  return
}

// -----

func.func @mma_k(%d: !tcgen05.accumulator<128x128>, %a: !tcgen05.operand<128x256>, %b: !tcgen05.operand<128x512>, %s: !tcgen05.scales<128x16>, %p: i1) {
  // expected-error @below {{expects 'a' and 'b' with equal K, but got 256 and 512}}
  tcgen05.mma %d, %a, %b, %s, %s accumulate %p : !tcgen05.accumulator<128x128>, !tcgen05.operand<128x256>, !tcgen05.operand<128x512>, !tcgen05.scales<128x16>, !tcgen05.scales<128x16>
  return
}

// -----

func.func @mma_scale_columns(%d: !tcgen05.accumulator<128x128>, %a: !tcgen05.operand<128x256>, %s: !tcgen05.scales<128x16>, %t: !tcgen05.scales<128x8>, %p: i1) {
  // expected-error @below {{expects 'b_scales' with 16 scales per row for K = 256, but got 8}}
  tcgen05.mma %d, %a, %a, %s, %t accumulate %p : !tcgen05.accumulator<128x128>, !tcgen05.operand<128x256>, !tcgen05.operand<128x256>, !tcgen05.scales<128x16>, !tcgen05.scales<128x8>
  return
}

// -----

func.func @commit_space(%bars: memref<4xi64>, %i: index) {
  // expected-error @below {{expects 'barriers' in workgroup memory}}
  tcgen05.commit %bars[%i] : memref<4xi64>
  return
}

// -----

func.func @load_count(%d: !tcgen05.accumulator<128x256>, %w: index) {
  // expected-error @below {{expects a fixed vector of a power of two in [1, 128] elements, but got 'vector<24xf32>'}}
  %v = tcgen05.load %d[%w, %w] : !tcgen05.accumulator<128x256> to vector<24xf32>
  return
}

// -----

func.func @load_outside(%d: !tcgen05.accumulator<128x64>, %w: index) {
  %c48 = arith.constant 48 : index
  // expected-error @below {{expects columns in [0, 64), but the vector covers [48, 80)}}
  %v = tcgen05.load %d[%w, %c48] : !tcgen05.accumulator<128x64> to vector<32xf32>
  return
}

// -----

func.func @store_too_wide(%d: !tcgen05.accumulator<128x16>, %v: vector<32xf32>, %w: index) {
  // expected-error @below {{expects at most 16 columns, but got 32}}
  tcgen05.store %v, %d[%w, %w] : vector<32xf32>, !tcgen05.accumulator<128x16>
  return
}

// -----

func.func @load_used_early(%d: !tcgen05.accumulator<128x64>, %w: index) -> vector<32xf32> {
  // expected-error @below {{expects its result to be used by 'tcgen05.wait' only, but got a use by 'func.return'}}
  %v = tcgen05.load %d[%w, %w] : !tcgen05.accumulator<128x64> to vector<32xf32>
  // expected-note @below {{used here}}
  return %v : vector<32xf32>
}

// -----

func.func @wait_store_values(%v: vector<32xf32>) {
  // expected-error @below {{expects no values for a store, but got 1}}
  %r = tcgen05.wait store(%v : vector<32xf32>)
  return
}
