/*===- ABI.h - How compiled entries are called ------------------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===
 *
 * C interface of the functions in objects and shared libraries that Quartet
 * emits. Every entry `f` comes as five symbols:
 *
 *   int32_t f(args, results, sizes, workspace, stream)   quartet_entry_fn
 *   int32_t f_check_sizes(sizes)                         quartet_check_fn
 *   int64_t f_workspace_size(sizes)                      quartet_workspace_fn
 *   void    f_result_sizes(sizes, out)                   quartet_result_fn
 *   const char f_signature[]                             JSON, nul-terminated
 *
 * `args`, `results`: one pointer per argument and result, in order, to a
 * contiguous row-major buffer. Scalars are buffers of one element. Arguments
 * are only read, unless the signature says that an argument holds a result
 * ("inout"); the pointer of such a result is ignored and may be null.
 * Buffers that the entry writes must not overlap any other buffer.
 *
 * `sizes`: the extents that the signature gives as -1, of all arguments in
 * order. An array without elements may be null.
 *
 * `workspace`: f_workspace_size(sizes) bytes, aligned to QUARTET_ALIGNMENT;
 * may be null if that is 0. Its content is undefined before and after a call.
 * Two calls that may run at once need a workspace each.
 *
 * `stream`: the queue on which a GPU target launches; ignored by the host.
 *
 * The sizes of one call may contradict each other, for example where two
 * matrices are multiplied. f_check_sizes returns 0 if they do not, i + 1 if
 * condition i of the signature's "checks" fails, and -1 if a size is negative.
 * f returns the same and then has touched nothing; f_workspace_size returns -1
 * and f_result_sizes writes nothing. f_workspace_size returns -1, and then f,
 * also for sizes whose workspace would be larger than 2^48 bytes.
 *
 * Conditions on data, such as an index that must be in range, are found while
 * the entry runs. f then returns i + 1 for the first of the signature's
 * "checks" that has failed; the contents of results and of arguments that are
 * written are undefined, but nothing else was touched. These conditions follow
 * those on sizes in "checks", and f_check_sizes does not know them.
 *
 * An entry for a GPU returns QUARTET_DEVICE_ERROR if the device or its driver
 * failed; quartet_last_error() of Device.h says how.
 *
 * Calls do not allocate, so that they can be repeated or recorded.
 *===----------------------------------------------------------------------===*/

#ifndef QUARTET_RUNTIME_ABI_H
#define QUARTET_RUNTIME_ABI_H

#include <stdint.h>

/* Alignment of the workspace, in bytes. */
#define QUARTET_ALIGNMENT 64

/* What functions return after an error of a device or its driver. */
#define QUARTET_DEVICE_ERROR (-2)

#ifdef __cplusplus
extern "C" {
#endif

/* Runs the entry. 0 on success, otherwise as quartet_check_fn, or
 * QUARTET_DEVICE_ERROR. */
typedef int32_t (*quartet_entry_fn)(void *const *args, void *const *results,
                                    const int64_t *sizes, void *workspace,
                                    void *stream);

/* 0: consistent; i + 1: condition i fails; -1: a size is negative. */
typedef int32_t (*quartet_check_fn)(const int64_t *sizes);

/* Bytes of workspace, or -1 if the sizes are inconsistent or too large. */
typedef int64_t (*quartet_workspace_fn)(const int64_t *sizes);

/* Writes the extents that the signature gives as -1, of all results in order.
 */
typedef void (*quartet_result_fn)(const int64_t *sizes, int64_t *out);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* QUARTET_RUNTIME_ABI_H */
