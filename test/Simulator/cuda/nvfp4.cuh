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
  asm volatile("cp.async.bulk.tensor.2d.shared::cta.global.tile"
               ".mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::
                   "r"(dst),
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
