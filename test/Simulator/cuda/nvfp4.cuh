// Device functions that the NVFP4 kernels of this directory share.
#pragma once
#include <stdint.h>

struct alignas(64) TensorMap {
  uint8_t bytes[128];
};

__device__ uint32_t shared_address(const void *p) {
  return (uint32_t)__cvta_generic_to_shared(p);
}
__device__ void wait(uint32_t bar, uint32_t parity) {
  asm volatile("{\n\t.reg .pred p;\n\tW:\n\t"
               "mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n\t"
               "@!p bra W;\n\t}" ::"r"(bar),
               "r"(parity)
               : "memory");
}
__device__ void load_tensor(uint32_t dst, const TensorMap *map, int x, int y,
                            uint32_t bar) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cta.global.tile"
      ".mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(dst),
      "l"(map), "r"(x), "r"(y), "r"(bar)
      : "memory");
}
__device__ void load_bulk(uint32_t dst, const uint8_t *src, uint32_t bytes,
                          uint32_t bar) {
  asm volatile("cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes "
               "[%0], [%1], %2, [%3];" ::"r"(dst),
               "l"(src), "r"(bytes), "r"(bar)
               : "memory");
}
__device__ uint64_t operand(uint32_t address) {
  return (uint64_t)(address >> 4 & 0x3fff) | 1ull << 16 | 64ull << 32 |
         1ull << 46 | 2ull << 61;
}
__device__ uint64_t scales(uint32_t address) {
  return (uint64_t)(address >> 4 & 0x3fff) | 8ull << 32 | 1ull << 46;
}
__device__ void copy_scales(uint32_t to, uint64_t from) {
  asm volatile("tcgen05.cp.cta_group::1.32x128b.warpx4 [%0], %1;" ::"r"(to),
               "l"(from)
               : "memory");
}
__device__ void commit(uint32_t bar) {
  asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one"
               ".shared::cluster.b64 [%0];" ::"r"(bar)
               : "memory");
}

// Barriers of a ring of stages, and one that says that all MMAs are done.
template <int Stages>
__device__ void init_barriers(uint64_t *full, uint64_t *empty, uint64_t *done) {
  for (int s = 0; s < Stages; ++s)
    for (uint64_t *bar : {&full[s], &empty[s]})
      asm volatile(
          "mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(bar))
          : "memory");
  asm volatile(
      "mbarrier.init.shared::cta.b64 [%0], 1;\n\t"
      "fence.mbarrier_init.release.cluster;" ::"r"(shared_address(done))
      : "memory");
}

// Stores this thread's row of a 128 x 256 accumulator after the MMAs are done.
__device__ void store_tile(uint32_t tmem, int warp, float *row) {
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
  for (int c = 0; c < 256; c += 16) {
    uint32_t v[16];
    asm volatile("tcgen05.ld.sync.aligned.32x32b.x16.b32 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, "
                 "%13, %14, %15}, [%16];\n\t"
                 "tcgen05.wait::ld.sync.aligned;"
                 : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3]), "=r"(v[4]),
                   "=r"(v[5]), "=r"(v[6]), "=r"(v[7]), "=r"(v[8]), "=r"(v[9]),
                   "=r"(v[10]), "=r"(v[11]), "=r"(v[12]), "=r"(v[13]),
                   "=r"(v[14]), "=r"(v[15])
                 : "r"(tmem + (warp << 21) + c)
                 : "memory");
    for (int i = 0; i < 16; ++i)
      row[c + i] = __uint_as_float(v[i]);
  }
  asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
}
