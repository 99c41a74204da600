//===- Kernels.h - Device code for run-time library tests -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_UNITTESTS_RUNTIME_KERNELS_H
#define QUARTET_UNITTESTS_RUNTIME_KERNELS_H

namespace quartet::test {

/// scale(x, n, a, b): x[i] = x[i] * a + b for i < n, with every scalar kind.
/// shared(out): the last word of 100 KiB of dynamic shared memory makes a trip.
/// cluster(out): out[block] = the block's rank in its cluster.
/// box(map, out): copies a 32x8 box of bytes at (16, 4) to out.
/// beyond(out): writes 4 bytes behind the end of 16.
/// product(...): has the parameters of a product and stores K in D.
inline const char *const kKernels = R"(.version 8.6
.target sm_100a
.address_size 64
.visible .entry scale(.param .u64 x, .param .u64 n, .param .f32 a, .param .u32 b)
{
  .reg .pred %p;
  .reg .b32 %r<4>;
  .reg .f32 %f<4>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd0, [x];
  ld.param.u64 %rd1, [n];
  ld.param.f32 %f0, [a];
  ld.param.u32 %r0, [b];
  mov.u32 %r1, %tid.x;
  cvt.u64.u32 %rd2, %r1;
  setp.ge.s64 %p, %rd2, %rd1;
  @%p bra $done;
  shl.b64 %rd3, %rd2, 2;
  add.s64 %rd0, %rd0, %rd3;
  ld.global.f32 %f1, [%rd0];
  cvt.rn.f32.s32 %f2, %r0;
  fma.rn.f32 %f1, %f1, %f0, %f2;
  st.global.f32 [%rd0], %f1;
$done:
  ret;
}
.extern .shared .align 16 .b8 dynamic[];
.visible .entry shared(.param .u64 out)
{
  .reg .b32 %r<4>;
  .reg .b64 %rd<2>;
  ld.param.u64 %rd0, [out];
  mov.u32 %r0, dynamic;
  mov.u32 %r1, %dynamic_smem_size;
  add.u32 %r2, %r0, %r1;
  st.shared.b32 [%r2+-4], %r1;
  ld.shared.b32 %r3, [%r2+-4];
  st.global.b32 [%rd0], %r3;
  ret;
}
.visible .entry cluster(.param .u64 out)
{
  .reg .b32 %r<2>;
  .reg .b64 %rd<2>;
  ld.param.u64 %rd0, [out];
  mov.u32 %r0, %ctaid.x;
  mul.wide.u32 %rd1, %r0, 4;
  add.s64 %rd0, %rd0, %rd1;
  mov.u32 %r1, %cluster_ctarank;
  st.global.b32 [%rd0], %r1;
  ret;
}
.visible .entry box(.param .align 64 .b8 map[128], .param .u64 out)
{
  .reg .pred %p;
  .reg .b32 %r<8>;
  .reg .b64 %rd<4>;
  .shared .align 128 .b8 tile[256];
  .shared .align 8 .b64 bar;
  ld.param.u64 %rd0, [out];
  mov.b64 %rd1, map;
  cvta.param.u64 %rd1, %rd1;
  mov.u32 %r0, tile;
  mov.u32 %r1, bar;
  mov.u32 %r2, 16;
  mov.u32 %r3, 4;
  mbarrier.init.shared.b64 [%r1], 1;
  fence.proxy.async.shared::cta;
  mbarrier.arrive.expect_tx.shared.b64 %rd2, [%r1], 256;
  cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r0], [%rd1, {%r2, %r3}], [%r1];
$wait:
  mbarrier.try_wait.parity.shared.b64 %p, [%r1], 0;
  @!%p bra $wait;
  mov.u32 %r4, 0;
$copy:
  add.u32 %r5, %r0, %r4;
  ld.shared.b32 %r6, [%r5];
  cvt.u64.u32 %rd3, %r4;
  add.s64 %rd3, %rd0, %rd3;
  st.global.b32 [%rd3], %r6;
  add.u32 %r4, %r4, 4;
  setp.lt.u32 %p, %r4, 256;
  @%p bra $copy;
  ret;
}
.visible .entry beyond(.param .u64 out)
{
  .reg .b64 %rd<2>;
  ld.param.u64 %rd0, [out];
  st.global.b32 [%rd0+16], 1;
  ret;
}
.visible .entry product(
    .param .u64 a, .param .u64 ma, .param .u64 ka,
    .param .u64 b, .param .u64 nb, .param .u64 kb,
    .param .u64 d, .param .u64 m, .param .u64 n,
    .param .u64 factors, .param .u64 workspace, .param .u64 bytes,
    .param .u32 element)
{
  .reg .b64 %rd<2>;
  ld.param.u64 %rd0, [d];
  ld.param.u64 %rd1, [ka];
  st.global.b64 [%rd0], %rd1;
  ret;
}
)";

} // namespace quartet::test

#endif // QUARTET_UNITTESTS_RUNTIME_KERNELS_H
