// Asynchronous copies, tensor maps, clusters and warp MMA, as on sm_90. The
// expected results are in cases.py.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdint.h>

struct alignas(64) TensorMap {
  uint8_t bytes[128];
};

__device__ uint32_t shared_address(const void *p) {
  return (uint32_t)__cvta_generic_to_shared(p);
}
__device__ void barrier_init(uint64_t *bar, uint32_t count) {
  asm volatile(
      "mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(bar)),
      "r"(count)
      : "memory");
}
__device__ void fence_barrier_init() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
__device__ void fence_async() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}
__device__ void barrier_expect(uint64_t *bar, uint32_t bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(
                   shared_address(bar)),
               "r"(bytes)
               : "memory");
}
__device__ void barrier_arrive(uint64_t *bar) {
  asm volatile(
      "mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(bar))
      : "memory");
}
__device__ void barrier_wait(uint64_t *bar, uint32_t parity) {
  asm volatile(
      "{\n\t.reg .pred p;\n\t"
      "LAB_WAIT:\n\t"
      "mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n\t"
      "@p bra DONE;\n\tbra LAB_WAIT;\n\tDONE:\n\t}" ::"r"(shared_address(bar)),
      "r"(parity)
      : "memory");
}
__device__ void load_tile(void *dst, const TensorMap *map, int x, int y,
                          uint64_t *bar) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile"
      ".mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(
          shared_address(dst)),
      "l"(map), "r"(x), "r"(y), "r"(shared_address(bar))
      : "memory");
}

// Three stages of cp.async: y = 2 x, 128 threads, n multiple of 512 floats.
extern "C" __global__ void cp_async_stages(int n, const float4 *x, float4 *y) {
  __shared__ float4 buffer[3][128];
  int tiles = n / 512, t = threadIdx.x;
  for (int s = 0; s < 2; ++s) {
    if (s < tiles)
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(
                       shared_address(&buffer[s][t])),
                   "l"(x + s * 128 + t));
    asm volatile("cp.async.commit_group;");
  }
  for (int i = 0; i < tiles; ++i) {
    if (i + 2 < tiles)
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(
                       shared_address(&buffer[(i + 2) % 3][t])),
                   "l"(x + (i + 2) * 128 + t));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 2;" ::: "memory");
    __syncthreads();
    float4 v = buffer[i % 3][(t + 1) % 128];
    y[i * 128 + (t + 1) % 128] =
        make_float4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w);
    __syncthreads();
  }
}

// Producer warp and consumer warps over a ring of bulk copies; the result goes
// out through bulk stores.
extern "C" __global__ void bulk_ring(int tiles, const int *x, int *y) {
  __shared__ alignas(128) int in[4][256];
  __shared__ alignas(128) int out[256];
  __shared__ uint64_t full[4], empty[4];
  if (threadIdx.x == 0) {
    for (int s = 0; s < 4; ++s) {
      barrier_init(&full[s], 1);
      barrier_init(&empty[s], 64);
    }
    fence_barrier_init();
  }
  __syncthreads();
  if (threadIdx.x >= 64) {
    if (threadIdx.x == 64)
      for (int i = 0; i < tiles; ++i) {
        int s = i % 4;
        barrier_wait(&empty[s], (i / 4 & 1) ^ 1);
        barrier_expect(&full[s], 1024);
        asm volatile(
            "cp.async.bulk.shared::cluster.global"
            ".mbarrier::complete_tx::bytes [%0], [%1], 1024, [%2];" ::"r"(
                shared_address(in[s])),
            "l"(x + i * 256), "r"(shared_address(&full[s]))
            : "memory");
      }
    return;
  }
  for (int i = 0; i < tiles; ++i) {
    int s = i % 4;
    barrier_wait(&full[s], i / 4 & 1);
    int v[4];
    for (int j = 0; j < 4; ++j)
      v[j] = in[s][j * 64 + 63 - threadIdx.x] + i;
    barrier_arrive(&empty[s]);
    if (threadIdx.x == 0)
      asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
    asm volatile("bar.sync 1, 64;" ::: "memory");
    for (int j = 0; j < 4; ++j)
      out[j * 64 + threadIdx.x] = v[j];
    fence_async();
    asm volatile("bar.sync 1, 64;" ::: "memory");
    if (threadIdx.x == 0) {
      asm volatile(
          "cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 1024;" ::"l"(
              y + i * 256),
          "r"(shared_address(out))
          : "memory");
      asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    }
  }
  if (threadIdx.x == 0)
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

// One box of 16 x 64 bf16 at (x, y), 128-byte swizzle, written out as it lies
// in shared memory and, unswizzled, through a second map with offset.
extern "C" __global__ void tensor_copy(const __grid_constant__ TensorMap in,
                                       const __grid_constant__ TensorMap out,
                                       int x, int y, uint16_t *raw) {
  __shared__ alignas(1024) uint16_t tile[16 * 64];
  __shared__ uint64_t bar;
  if (threadIdx.x == 0) {
    barrier_init(&bar, 1);
    fence_barrier_init();
    barrier_expect(&bar, sizeof(tile));
    load_tile(tile, &in, x, y, &bar);
  }
  __syncthreads();
  barrier_wait(&bar, 0);
  for (int i = threadIdx.x; i < 16 * 64; i += blockDim.x)
    raw[i] = tile[i];
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group "
                 "[%0, {%1, %2}], [%3];" ::"l"(&out),
                 "r"(8), "r"(3), "r"(shared_address(tile))
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;\n\tcp.async.bulk.wait_group 0;" ::
                     : "memory");
  }
}

// Blocks of a cluster add up their numbers through distributed shared memory.
extern "C" __global__ void __cluster_dims__(4, 1, 1)
    cluster_sum(const int *x, int *y) {
  __shared__ int mine[32];
  uint32_t rank, base = shared_address(mine);
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  mine[threadIdx.x] = x[blockIdx.x * 32 + threadIdx.x];
  asm volatile("barrier.cluster.arrive.release.aligned;\n\t"
               "barrier.cluster.wait.acquire.aligned;" ::
                   : "memory");
  int sum = 0;
  for (uint32_t r = 0; r < 4; ++r) {
    uint32_t peer;
    int v;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
                 : "=r"(peer)
                 : "r"(base + threadIdx.x * 4), "r"(r ^ rank));
    asm volatile("ld.shared::cluster.s32 %0, [%1];"
                 : "=r"(v)
                 : "r"(peer)
                 : "memory");
    sum += v * (int)(r + 1);
  }
  y[blockIdx.x * 32 + threadIdx.x] = sum;
  asm volatile("barrier.cluster.arrive.aligned;\n\t"
               "barrier.cluster.wait.aligned;" ::
                   : "memory");
}

// D = A B for one 16x8x16 tile: ldmatrix and mma.sync in f16 and bf16.
template <bool BF16>
__device__ void mma_tile(const uint16_t *a, const uint16_t *b, float *d) {
  __shared__ alignas(128) uint16_t sa[16 * 16], sb[16 * 8];
  for (int i = threadIdx.x; i < 256; i += 32)
    sa[i] = a[i];
  for (int i = threadIdx.x; i < 128; i += 32)
    sb[i] = b[i];
  __syncthreads();
  uint32_t ra[4], rb[2];
  int l = threadIdx.x;
  uint32_t pa = shared_address(&sa[(l % 16) * 16 + (l / 16) * 8]);
  uint32_t pb = shared_address(&sb[(l % 16) * 8]);
  asm volatile(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
      : "=r"(ra[0]), "=r"(ra[1]), "=r"(ra[2]), "=r"(ra[3])
      : "r"(pa)
      : "memory");
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
               : "=r"(rb[0]), "=r"(rb[1])
               : "r"(pb)
               : "memory");
  float c[4] = {1, 2, 3, 4};
  if (BF16)
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]),
                   "r"(rb[1]));
  else
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]),
                   "r"(rb[1]));
  for (int i = 0; i < 4; ++i)
    d[(l / 4 + i / 2 * 8) * 8 + l % 4 * 2 + i % 2] = c[i];
}
extern "C" __global__ void mma_f16(const uint16_t *a, const uint16_t *b,
                                   float *d) {
  mma_tile<false>(a, b, d);
}
extern "C" __global__ void mma_bf16(const uint16_t *a, const uint16_t *b,
                                    float *d) {
  mma_tile<true>(a, b, d);
}
