/*===- Device.h - The run-time library of GPU programs ----------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===
 *
 * What programs compiled for a GPU call, and what their callers need around
 * them: device memory, streams, graphs. The library links no driver. It opens
 * one by name: NVIDIA's libcuda.so.1, or the simulator's
 * libquartet_simdriver.so, which exports the same entry points.
 *
 * Unless stated otherwise a function returns 0, or QUARTET_DEVICE_ERROR (ABI.h)
 * after an error; quartet_last_error() is then one line with the driver's text
 * and, for a launch, the kernel and the argument. Functions may be called from
 * any number of threads. A `stream` is the driver's handle (CUstream); null is
 * the driver's default stream. Pointers to device memory are CUdeviceptr values
 * as void *.
 *
 * Work happens in the context that is current on the calling thread, so
 * programs can be called from others that use the driver. A thread without one
 * gets the primary context of device 0, or of the device it gave to
 * quartet_use_device.
 *===----------------------------------------------------------------------===*/

#ifndef QUARTET_RUNTIME_DEVICE_H
#define QUARTET_RUNTIME_DEVICE_H

#include "quartet/Runtime/ABI.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*===-- Driver and device -------------------------------------------------===*/

/* Opens the driver `name`, a path or what dlopen finds. Null: the value of the
 * environment variable QUARTET_DRIVER, else "libcuda.so.1". Every other
 * function does this with null if it has not been done. Once a driver is open,
 * a call with another name is an error. */
int32_t quartet_open_driver(const char *name);

/* The text of the calling thread's last error; "" before the first. Valid until
 * the thread's next call into the library. */
const char *quartet_last_error(void);

int32_t quartet_device_count(int32_t *count);

/* Makes the primary context of device `ordinal` current on this thread. */
int32_t quartet_use_device(int32_t ordinal);

typedef struct quartet_device_info {
  char name[256];
  /* Compute capability: 9, 0 for sm_90. */
  int32_t major, minor;
  int32_t multiprocessors;
  /* Bytes of shared memory that a block may ask for. */
  int32_t shared_bytes;
  uint64_t memory_bytes;
} quartet_device_info;

/* About the device of this thread's context. */
int32_t quartet_get_device_info(quartet_device_info *info);

/*===-- Memory, streams, events -------------------------------------------===*/

/* `*memory` is aligned to 256 bytes; null for 0 bytes. */
int32_t quartet_device_alloc(uint64_t bytes, void **memory);
/* Null is ignored. Waits for work that uses the memory. */
int32_t quartet_device_free(void *memory);

/* Ordered with the other work of `stream`. Copies from and to pageable host
 * memory may wait; the bytes of `source` may change once the call returns.
 * After quartet_copy_to_host, quartet_stream_synchronize makes `target` valid.
 */
int32_t quartet_copy_to_device(void *target, const void *source, uint64_t bytes,
                               void *stream);
int32_t quartet_copy_to_host(void *target, const void *source, uint64_t bytes,
                             void *stream);
/* Between device buffers that do not overlap. */
int32_t quartet_copy(void *target, const void *source, uint64_t bytes,
                     void *stream);
/* Sets every byte to `value`. */
int32_t quartet_fill(void *target, uint8_t value, uint64_t bytes, void *stream);

/* A stream that does not wait for the default stream. */
int32_t quartet_stream_create(void **stream);
int32_t quartet_stream_destroy(void *stream);
/* Waits for all work of `stream`; errors of that work are reported here. */
int32_t quartet_stream_synchronize(void *stream);

int32_t quartet_event_create(void **event);
int32_t quartet_event_destroy(void *event);
int32_t quartet_event_record(void *event, void *stream);
/* Waits for `stop`, then gives the time between two recorded events. */
int32_t quartet_event_elapsed(void *start, void *stop, float *milliseconds);

/* Device memory that grows and is kept between calls, for the workspace of
 * entries. Zero-initialise it. */
typedef struct quartet_workspace {
  void *data;
  uint64_t bytes;
} quartet_workspace;

/* Makes `data` at least `bytes` long. The old content is lost if it grows;
 * graphs that were captured with it must then be captured again. */
int32_t quartet_workspace_reserve(quartet_workspace *workspace, uint64_t bytes);
int32_t quartet_workspace_release(quartet_workspace *workspace);

/*===-- Launches ----------------------------------------------------------===*/

/* One form of device code: PTX text that ends with a nul, which `size` counts,
 * or a cubin. */
typedef struct quartet_image_form {
  const void *data;
  uint64_t size;
} quartet_image_form;

/* Device code. `data` and `size` are as in quartet_image_form; or `size` is 0
 * and `data` is an array of quartet_image_form, ended by one with null data,
 * with the same kernels in several forms: the first that the driver accepts is
 * loaded, so that a cubin for one chip can be followed by PTX for a simulator.
 * `state` belongs to the library and starts as null. A program has one static
 * object per image; it must outlive the process's use of the library, or be
 * unloaded before it goes. */
typedef struct quartet_image {
  const char *name;
  const void *data;
  uint64_t size;
  void *state;
} quartet_image;

typedef struct quartet_launch_desc {
  const char *kernel;
  /* Blocks, threads of a block, blocks of a cluster. A grid without blocks is
   * legal: nothing is launched. {0, 0, 0} as cluster: what the kernel requires,
   * else 1. */
  uint32_t grid[3], block[3], cluster[3];
  /* Dynamic shared memory of a block. */
  uint32_t shared_bytes;
  /* Where the launch comes from, for messages; may be null. */
  const char *location;
} quartet_launch_desc;

/* A matrix or tensor of bytes that the tensor memory accelerator reads or
 * writes. Index 0 is the innermost dimension; what lies behind `rank` is
 * ignored. Conditions are those of cuTensorMapEncodeTiled for
 * CU_TENSOR_MAP_DATA_TYPE_UINT8, without interleaving, element strides 1, zero
 * fill, L2 promotion of 128 bytes. */
typedef struct quartet_tensor_map {
  void *base;
  int32_t rank;
  /* Swizzle span in bytes: 0 (none), 32, 64 or 128. */
  int32_t swizzle;
  uint64_t dims[5];
  /* Bytes between consecutive elements of dimension i + 1. */
  uint64_t strides[4];
  uint32_t box[5];
} quartet_tensor_map;

typedef enum quartet_param_kind {
  QUARTET_PARAM_POINTER = 0,
  QUARTET_PARAM_I32 = 1,
  QUARTET_PARAM_I64 = 2,
  QUARTET_PARAM_F32 = 3,
  /* The kernel's parameter is 128 bytes by value, aligned to 64. */
  QUARTET_PARAM_TENSOR_MAP = 4
} quartet_param_kind;

/* One kernel argument: 16 bytes, the value at offset 8. */
typedef struct quartet_param {
  /* A quartet_param_kind. */
  int32_t kind;
  int32_t reserved;
  union {
    void *pointer;
    int32_t i32;
    int64_t i64;
    float f32;
    /* Read during the call. */
    const quartet_tensor_map *tensor_map;
  } value;
} quartet_param;

#define QUARTET_MAX_PARAMS 64
#define QUARTET_MAX_TENSOR_MAPS 16

/* Launches `launch->kernel` of `image` on `stream`. The first launch of an
 * image in a context loads it; later ones neither allocate nor synchronise, so
 * that a stream can be captured. */
int32_t quartet_launch(quartet_image *image, const quartet_launch_desc *launch,
                       const quartet_param *params, int32_t num_params,
                       void *stream);

/* Loads `image` into this thread's context if it is not there, for callers that
 * capture without a first ordinary call. */
int32_t quartet_load_image(quartet_image *image);
/* Unloads `image` from all contexts; no launch of it may be running. */
int32_t quartet_unload_image(quartet_image *image);

/*===-- Matrix products ---------------------------------------------------===*/

/* Types of a product's result. */
typedef enum quartet_element {
  QUARTET_F32 = 0,
  QUARTET_BF16 = 1
} quartet_element;

/* Chooses who computes quartet_matmul_bf16:
 *   "kernel"    the program's own kernel,
 *   "cublaslt"  NVIDIA's cuBLASLt: libcublasLt.so.13, .12 or without a number,
 *               whichever dlopen finds first or the process has already loaded,
 *   a path      a library with the same entry points: whatever has a '/'.
 * Null: the value of the environment variable QUARTET_MATMUL, else "cublaslt"
 * with NVIDIA's driver and "kernel" with the simulator's. Products do this with
 * null if it has not been done. A library that cannot be opened is an error. */
int32_t quartet_use_matmul(const char *implementation);

/* D = alpha A B^T + beta D on `stream`, with A and B in bf16 and f32 sums. A is
 * MA x K, B is NB x K, D is M x N; of A and B the first M and N rows are used.
 * All are contiguous and row-major, A and B aligned to 16 bytes. `params` are
 *   POINTER A, [I64 batch,] I64 MA, I64 K,
 *   POINTER B, [I64 batch,] I64 NB, I64 K,
 *   POINTER D, [I64 batch,] I64 M, I64 N,
 *   POINTER factors    (alpha and beta, two f32 on the device),
 *   POINTER workspace, I64 bytes    (for the library; aligned to 64 bytes),
 *   I32 type of D    (a quartet_element)
 * either all with a batch or none. `launch` is a kernel of `image` that
 * computes the same from the same arguments; it is launched if it was chosen,
 * and if K is 0. Otherwise the library computes the product. The first product
 * of its extents in a context chooses the algorithm, which may allocate; make
 * it before capturing a stream. Later ones neither allocate nor synchronise. */
int32_t quartet_matmul_bf16(quartet_image *image,
                            const quartet_launch_desc *launch,
                            const quartet_param *params, int32_t num_params,
                            void *stream);

/*===-- Graphs ------------------------------------------------------------===*/

/* Records what this thread puts on `stream`, which may not be the default
 * stream, from the first call until the second, and makes it executable. After
 * an error of the second call nothing is being recorded. */
int32_t quartet_capture_begin(void *stream);
int32_t quartet_capture_end(void *stream, void **graph);
/* Runs the recorded work on `stream`, with the recorded pointers. */
int32_t quartet_graph_launch(void *graph, void *stream);
int32_t quartet_graph_destroy(void *graph);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* QUARTET_RUNTIME_DEVICE_H */
