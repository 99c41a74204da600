// Kernels that exercise scalar code, divergence, shared memory and warps. They
// run on sm_90 hardware as well: run_cuda.py states what they compute.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <stdint.h>

extern "C" __global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

// Sum of each row of `n` floats by one block of 256 threads, in a fixed order.
extern "C" __global__ void row_sum(int n, const float *x, float *y) {
  __shared__ float part[8];
  float s = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    s += x[(size_t)blockIdx.x * n + i];
  for (int d = 16; d > 0; d >>= 1)
    s += __shfl_xor_sync(~0u, s, d);
  if (threadIdx.x % 32 == 0)
    part[threadIdx.x / 32] = s;
  __syncthreads();
  if (threadIdx.x < 8) {
    s = part[threadIdx.x];
    for (int d = 4; d > 0; d >>= 1)
      s += __shfl_xor_sync(0xff, s, d);
    if (threadIdx.x == 0)
      y[blockIdx.x] = s;
  }
}

// Collatz steps: loops of different lengths in the threads of a warp.
extern "C" __global__ void collatz(int n, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  uint64_t v = i + 1;
  int steps = 0;
  while (v != 1) {
    v = v % 2 ? 3 * v + 1 : v / 2;
    ++steps;
  }
  out[i] = steps;
}

// 32x32 transpose through padded shared memory.
extern "C" __global__ void transpose(int n, const int *in, int *out) {
  __shared__ int tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

// Histogram with shared and global atomics.
extern "C" __global__ void histogram(int n, const uint8_t *in, uint32_t *out) {
  __shared__ uint32_t bins[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    bins[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    atomicAdd(&bins[in[i]], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    atomicAdd(&out[i], bins[i]);
}

// Every conversion between f32 and the narrow formats of sm_90.
extern "C" __global__ void convert(int n, const float *x, uint16_t *half,
                                   uint16_t *bf16, uint8_t *e4m3, uint8_t *e5m2,
                                   int *s32, float *back) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float v = x[i];
  __half h = __float2half_rn(v);
  half[i] = __half_as_ushort(h);
  bf16[i] = __bfloat16_as_ushort(__float2bfloat16_rn(v));
  e4m3[i] = __nv_cvt_float_to_fp8(v, __NV_SATFINITE, __NV_E4M3);
  e5m2[i] = __nv_cvt_float_to_fp8(v, __NV_SATFINITE, __NV_E5M2);
  s32[i] = __float2int_rz(v);
  back[i] = __half2float(h) +
            __half2float(__half(__nv_cvt_fp8_to_halfraw(e4m3[i], __NV_E4M3)));
}

// Integer operations of every kind, folded into one word.
extern "C" __global__ void integers(int n, const uint32_t *a, const uint32_t *b,
                                    uint32_t *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  uint32_t x = a[i], y = b[i] | 1;
  int32_t sx = x, sy = y;
  uint64_t wide = (uint64_t)x * y;
  uint32_t r = x / y + x % y * 3;
  r ^= (uint32_t)(sx / sy) + (uint32_t)(sx % sy);
  r += (uint32_t)(wide >> 32) ^ (uint32_t)wide;
  r = r * 31 + __popc(x) + __clz(y) * 7 + __ffs(x) * 5 + __brev(y);
  r ^= __funnelshift_l(x, y, x & 31) + __byte_perm(x, y, 0x5140);
  r += min(sx, sy) ^ max(x, y);
  r += (uint32_t)((int64_t)(sx)*sy >> 20);
  r ^= __umulhi(x, y) + (uint32_t)__mulhi(sx, sy);
  r += __vadd2(x, y) ^ (uint32_t)__dp4a(sx, sy, 17);
  r += (x << (y & 31)) ^ (x >> (y & 31)) ^ (uint32_t)(sx >> (y & 31));
  r ^= (uint32_t)(wide / (y | 0x100000000ull)) + (uint32_t)(wide % 1000003);
  out[i] = r;
}

// Warp votes, matches and reductions.
extern "C" __global__ void warp_ops(const uint32_t *in, uint32_t *out) {
  uint32_t v = in[threadIdx.x];
  uint32_t r[8];
  r[0] = __ballot_sync(~0u, v & 1);
  r[1] = __any_sync(~0u, v > 4000000000u);
  r[2] = __all_sync(~0u, v > 10);
  r[3] = __match_any_sync(~0u, v % 5);
  r[4] = __reduce_add_sync(~0u, v);
  r[5] = __reduce_max_sync(~0u, v);
  r[6] = __shfl_up_sync(~0u, v, 3) + __shfl_down_sync(~0u, v, 5);
  r[7] = v & 1 ? __activemask() : 0;
  for (int i = 0; i < 8; ++i)
    out[threadIdx.x * 8 + i] = r[i];
}

// Fused and rounded arithmetic in f16, bf16, f32 and f64. The forms with _rn
// are what keeps the assembler from contracting a product and a sum.
extern "C" __global__ void arithmetic(int n, const float *a, const float *b,
                                      uint16_t *h, uint16_t *bf, float *f,
                                      double *d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float x = a[i], y = b[i];
  __half hx = __float2half_rn(x), hy = __float2half_rn(y);
  h[i] = __half_as_ushort(__hfma(hx, hy, __hadd_rn(hx, __hmul_rn(hy, hy))));
  __nv_bfloat16 bx = __float2bfloat16_rn(x), by = __float2bfloat16_rn(y);
  bf[i] =
      __bfloat16_as_ushort(__hfma(bx, by, __hadd_rn(bx, __hmul_rn(by, by))));
  f[i] = __fdiv_rn(x, y) + __fsqrt_rn(fabsf(x)) + __fmaf_rz(x, y, 1.5f) +
         __fadd_ru(x, y) + __fmul_rd(x, y) + __frcp_rn(y);
  d[i] = (double)x / y + sqrt((double)fabsf(y)) +
         __fma_rn((double)x, (double)y, 3.25);
}
