// D = A B^T of NVFP4 operands on two blocks of a cluster with cta_group::2:
// a 256 x 256 tile per pair. Each block loads its half of A and of B, its
// scales of A and all scales of B; the even block's thread issues every MMA.
//
//   a, b      tensor maps of bytes: rows x K/2, box 128 x 128, swizzle 128
//   sfa, sfb  tensor maps of 8-byte elements: (rows/128) x K, box 1 x 256
#include "nvfp4.cuh"

constexpr int kStages = 3;
constexpr uint32_t kBytesA = 128 * 128, kBytesB = 128 * 128;
constexpr uint32_t kStage = kBytesA + kBytesB + 2048 + 4096;
constexpr uint32_t kColumns = 512, kSfa = 256, kSfb = 272;

__device__ void load_pair(uint32_t dst, const TensorMap *map, int x, int y,
                          uint32_t bar) {
  // Bit 24 is the block of the pair: clear for the even one.
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile"
               ".mbarrier::complete_tx::bytes.cta_group::2 [%0], "
               "[%1, {%2, %3}], [%4];" ::"r"(dst),
               "l"(map), "r"(x), "r"(y), "r"(bar & 0xfeffffffu)
               : "memory");
}
__device__ void commit_pair(uint32_t bar) {
  asm volatile("tcgen05.commit.cta_group::2.mbarrier::arrive::one"
               ".shared::cluster.multicast::cluster.b64 [%0], %1;" ::"r"(bar),
               "h"((uint16_t)3)
               : "memory");
}
__device__ void copy_pair(uint32_t to, uint64_t from) {
  asm volatile("tcgen05.cp.cta_group::2.32x128b.warpx4 [%0], %1;" ::"r"(to),
               "l"(from)
               : "memory");
}
__device__ void cluster_sync() {
  asm volatile("barrier.cluster.arrive.release.aligned;\n\t"
               "barrier.cluster.wait.acquire.aligned;" ::
                   : "memory");
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(192)
    nvfp4_pair(const __grid_constant__ TensorMap a,
               const __grid_constant__ TensorMap b,
               const __grid_constant__ TensorMap sfa,
               const __grid_constant__ TensorMap sfb, float *d, int n, int k) {
  extern __shared__ __align__(1024) uint8_t smem[];
  __shared__ uint64_t full[kStages], empty[kStages], done;
  __shared__ uint32_t slot;
  uint32_t base = shared_address(smem);
  int warp = threadIdx.x / 32, tiles = k / 256;
  int m0 = blockIdx.x, n0 = blockIdx.y, rank = blockIdx.x % 2;
  if (warp == 4)
    asm volatile(
        "tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [%0],"
        " %1;\n\t"
        "tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned;" ::"r"(
            shared_address(&slot)),
        "n"(kColumns)
        : "memory");
  if (threadIdx.x == 0)
    init_barriers<kStages>(full, empty, &done);
  asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
  __syncthreads();
  cluster_sync();
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
  uint32_t tmem = slot;
  if (threadIdx.x == 160) {
    for (int t = 0; t < tiles; ++t) {
      int s = t % kStages;
      uint32_t stage = base + s * kStage, bar = shared_address(&full[s]);
      wait(shared_address(&empty[s]), (t / kStages & 1) ^ 1);
      if (rank == 0) // The leader expects the bytes of both blocks.
        asm volatile(
            "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar),
            "r"(2 * kStage)
            : "memory");
      load_pair(stage, &a, t * 128, m0 * 128, bar);
      load_pair(stage + kBytesA, &b, t * 128, n0 * 256 + rank * 128, bar);
      uint32_t sf = stage + kBytesA + kBytesB;
      load_pair(sf, &sfa, t * 256, m0, bar);
      load_pair(sf + 2048, &sfb, t * 256, n0 * 2, bar);
      load_pair(sf + 4096, &sfb, t * 256, n0 * 2 + 1, bar);
    }
  } else if (threadIdx.x == 128 && rank == 0) {
    for (int t = 0; t < tiles; ++t) {
      int s = t % kStages;
      uint32_t stage = base + s * kStage;
      wait(shared_address(&full[s]), t / kStages & 1);
      asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
      uint32_t sf = stage + kBytesA + kBytesB;
      for (int kb = 0; kb < 4; ++kb) {
        copy_pair(tmem + kSfa + 4 * kb, scales(sf + 512 * kb));
        copy_pair(tmem + kSfb + 8 * kb, scales(sf + 2048 + 512 * kb));
        copy_pair(tmem + kSfb + 8 * kb + 4, scales(sf + 4096 + 512 * kb));
      }
      for (int kb = 0; kb < 4; ++kb)
        asm volatile(
            "{\n\t.reg .pred p;\n\tsetp.ne.u32 p, %6, 0;\n\t"
            "tcgen05.mma.cta_group::2.kind::mxf4nvf4.block_scale"
            ".block16 [%0], %1, %2, %3, [%4], [%5], p;\n\t}" ::"r"(tmem),
            "l"(operand(stage) + 2 * kb),
            "l"(operand(stage + kBytesA) + 2 * kb), "r"(0x10400480),
            "r"(tmem + kSfa + 4 * kb), "r"(tmem + kSfb + 8 * kb), "r"(t | kb)
            : "memory");
      commit_pair(shared_address(&empty[s]));
    }
    commit_pair(shared_address(&done));
  }
  __syncwarp();
  if (warp < 4) {
    wait(shared_address(&done), 0);
    store_tile(tmem, warp, d + ((size_t)m0 * 128 + threadIdx.x) * n + n0 * 256);
  }
  __syncthreads();
  cluster_sync();
  if (warp == 4)
    asm volatile(
        "tcgen05.fence::after_thread_sync;\n\t"
        "tcgen05.dealloc.cta_group::2.sync.aligned.b32 %0, %1;" ::"r"(tmem),
        "n"(kColumns)
        : "memory");
}
