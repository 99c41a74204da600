// D = A B^T of NVFP4 operands on tcgen05, the structure of a real kernel: one
// producer thread (TMA), one MMA thread, four epilogue warps, a ring of shared
// memory stages. One 128 x 256 tile per block, K tiles of 256.
//
//   a, b    tensor maps of bytes: rows x K/2, box 128 x 128, swizzle 128
//   sfa/sfb 128x4-tiled UE4M3 scales, K a multiple of 256
//   d       f32, row-major M x N
#include "nvfp4.cuh"

constexpr int kStages = 3;
constexpr uint32_t kBytesA = 128 * 128, kBytesB = 256 * 128;
constexpr uint32_t kBytesSfa = 2048, kBytesSfb = 4096;
constexpr uint32_t kStage = kBytesA + kBytesB + kBytesSfa + kBytesSfb;
constexpr uint32_t kColumns = 512, kSfa = 256, kSfb = 272;

extern "C" __global__ void __launch_bounds__(192)
    nvfp4_gemm(const __grid_constant__ TensorMap a,
               const __grid_constant__ TensorMap b, const uint8_t *sfa,
               const uint8_t *sfb, float *d, int n, int k) {
  extern __shared__ __align__(1024) uint8_t smem[];
  __shared__ uint64_t full[kStages], empty[kStages], done;
  __shared__ uint32_t slot;
  uint32_t base = shared_address(smem);
  int warp = threadIdx.x / 32, tiles = k / 256;
  int m0 = blockIdx.x, n0 = blockIdx.y;
  if (warp == 4) {
    asm volatile(
        "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0],"
        " %1;\n\t"
        "tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;" ::"r"(
            shared_address(&slot)),
        "n"(kColumns)
        : "memory");
  }
  if (threadIdx.x == 0)
    init_barriers<kStages>(full, empty, &done);
  asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
  __syncthreads();
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
  uint32_t tmem = slot;
  if (threadIdx.x == 160) {
    // Producer.
    for (int t = 0; t < tiles; ++t) {
      int s = t % kStages;
      uint32_t stage = base + s * kStage, bar = shared_address(&full[s]);
      wait(shared_address(&empty[s]), (t / kStages & 1) ^ 1);
      asm volatile(
          "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar),
          "r"(kStage)
          : "memory");
      load_tensor(stage, &a, t * 128, m0 * 128, bar);
      load_tensor(stage + kBytesA, &b, t * 128, n0 * 256, bar);
      load_tensor(stage + kBytesA + kBytesB / 2, &b, t * 128, n0 * 256 + 128,
                  bar);
      uint32_t sf = stage + kBytesA + kBytesB;
      size_t row = (size_t)k / 64 * 512; // bytes of scales per 128 rows
      load_bulk(sf, sfa + m0 * row + t * 2048, 2048, bar);
      load_bulk(sf + 2048, sfb + n0 * 2 * row + t * 2048, 2048, bar);
      load_bulk(sf + 4096, sfb + (n0 * 2 + 1) * row + t * 2048, 2048, bar);
    }
  } else if (threadIdx.x == 128) {
    // MMA.
    for (int t = 0; t < tiles; ++t) {
      int s = t % kStages;
      uint32_t stage = base + s * kStage;
      wait(shared_address(&full[s]), t / kStages & 1);
      asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
      uint32_t sf = stage + kBytesA + kBytesB;
      for (int kb = 0; kb < 4; ++kb) {
        copy_scales(tmem + kSfa + 4 * kb, scales(sf + 512 * kb));
        copy_scales(tmem + kSfb + 8 * kb, scales(sf + 2048 + 512 * kb));
        copy_scales(tmem + kSfb + 8 * kb + 4, scales(sf + 4096 + 512 * kb));
      }
      for (int kb = 0; kb < 4; ++kb)
        asm volatile(
            "{\n\t.reg .pred p;\n\tsetp.ne.u32 p, %6, 0;\n\t"
            "tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale"
            ".block16 [%0], %1, %2, %3, [%4], [%5], p;\n\t}" ::"r"(tmem),
            "l"(operand(stage) + 2 * kb),
            "l"(operand(stage + kBytesA) + 2 * kb), "r"(0x08400480),
            "r"(tmem + kSfa + 4 * kb), "r"(tmem + kSfb + 8 * kb), "r"(t | kb)
            : "memory");
      commit(shared_address(&empty[s]));
    }
    commit(shared_address(&done));
  }
  __syncwarp();
  if (warp < 4) {
    wait(shared_address(&done), 0);
    store_tile(tmem, warp, d + ((size_t)m0 * 128 + threadIdx.x) * n + n0 * 256);
  }
  __syncthreads();
  if (warp == 4) {
    asm volatile(
        "tcgen05.fence::after_thread_sync;\n\t"
        "tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;" ::"r"(tmem),
        "n"(kColumns)
        : "memory");
  }
}
