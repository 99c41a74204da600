/*===- CApi.c - A C program over the run-time library -----------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===
 *
 * usage: CApi DRIVER KERNELS.ptx
 *
 * Opens the driver, after one that does not exist, and runs a kernel from a
 * file. Exit code 0 if the numbers are right.
 *===----------------------------------------------------------------------===*/

#include "quartet/Runtime/Device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int check(int32_t error) {
  if (error)
    fprintf(stderr, "error: %s\n", quartet_last_error());
  return error == 0;
}

/* The text of a file with a nul behind it; `*bytes` counts the nul. */
static char *read_text(const char *path, uint64_t *bytes) {
  FILE *file = fopen(path, "rb");
  char *text = NULL;
  long size;
  if (!file)
    return NULL;
  if (fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0 &&
      fseek(file, 0, SEEK_SET) == 0 && (text = calloc(1, (size_t)size + 1))) {
    *bytes = (uint64_t)size + 1;
    if (fread(text, 1, (size_t)size, file) != (size_t)size) {
      free(text);
      text = NULL;
    }
  }
  fclose(file);
  return text;
}

int main(int argc, char **argv) {
  static quartet_image image = {"increment", NULL, 0, NULL};
  quartet_launch_desc launch = {"increment", {2, 1, 1}, {4, 1, 1},
                                {0, 0, 0},   0,         "CApi.c"};
  quartet_param params[2] = {{QUARTET_PARAM_POINTER, 0, {NULL}},
                             {QUARTET_PARAM_I32, 0, {NULL}}};
  int32_t values[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  void *memory, *stream;
  int i;
  char *text;
  if (argc != 3) {
    fprintf(stderr, "usage: CApi DRIVER KERNELS.ptx\n");
    return 2;
  }
  if (quartet_open_driver("libno_such_driver.so") != QUARTET_DEVICE_ERROR ||
      !strstr(quartet_last_error(),
              "cannot open the driver 'libno_such_driver.so': "))
    return 1;
  text = read_text(argv[2], &image.size);
  image.data = text;
  if (!text || !check(quartet_open_driver(argv[1])) ||
      !check(quartet_stream_create(&stream)) ||
      !check(quartet_device_alloc(sizeof(values), &memory)) ||
      !check(quartet_copy_to_device(memory, values, sizeof(values), stream)))
    return 1;
  params[0].value.pointer = memory;
  params[1].value.i32 = 100;
  if (!check(quartet_launch(&image, &launch, params, 2, stream)) ||
      !check(quartet_copy_to_host(values, memory, sizeof(values), stream)) ||
      !check(quartet_stream_synchronize(stream)) ||
      !check(quartet_unload_image(&image)) ||
      !check(quartet_device_free(memory)) ||
      !check(quartet_stream_destroy(stream)))
    return 1;
  free(text);
  for (i = 0; i < 8; ++i)
    if (values[i] != i + 100) {
      fprintf(stderr, "values[%d] is %d\n", i, (int)values[i]);
      return 1;
    }
  printf("ok\n");
  return 0;
}
