/* What quartet-compile emits for a GPU, by hand: an entry that doubles a
 * vector. The result of three elements has a fourth, which nobody writes; that
 * of five has four, so that the last is written behind its end. */
#include "quartet/Runtime/Device.h"

static const char kernels[] =
    ".version 8.0\n.target sm_80\n.address_size 64\n"
    ".visible .entry twice(.param .u64 x, .param .u64 y)\n{\n"
    ".reg .b32 %r<2>;\n.reg .f32 %f<2>;\n.reg .b64 %rd<4>;\n"
    "ld.param.u64 %rd0, [x];\nld.param.u64 %rd1, [y];\n"
    "mov.u32 %r0, %ctaid.x;\nmul.wide.u32 %rd2, %r0, 4;\n"
    "add.s64 %rd0, %rd0, %rd2;\nadd.s64 %rd1, %rd1, %rd2;\n"
    "ld.global.f32 %f0, [%rd0];\nadd.rn.f32 %f1, %f0, %f0;\n"
    "st.global.f32 [%rd1], %f1;\nret;\n}\n";

static quartet_image image = {"device", kernels, sizeof(kernels), 0};

const char twice_signature[] =
    "{\"entry\": \"twice\", \"args\": [{\"name\": \"x\", \"dtype\": \"f32\", "
    "\"shape\": [-1]}], \"results\": [{\"name\": \"y\", \"dtype\": \"f32\", "
    "\"shape\": [-1]}], \"checks\": []}";

int32_t twice(void *const *args, void *const *results, const int64_t *sizes,
              void *workspace, void *stream) {
  quartet_launch_desc desc = {"twice",   {0, 1, 1}, {1, 1, 1},
                              {0, 0, 0}, 0,         "layer.mlir:3:5"};
  quartet_param params[3] = {{QUARTET_PARAM_POINTER, 0, {workspace}},
                             {QUARTET_PARAM_POINTER, 0, {results[0]}}};
  /* By way of the workspace. */
  int32_t error =
      quartet_copy(workspace, args[0], 4 * (uint64_t)sizes[0], stream);
  desc.grid[0] = (uint32_t)sizes[0];
  return error ? error : quartet_launch(&image, &desc, params, 2, stream);
}

int32_t twice_check_sizes(const int64_t *sizes) {
  return sizes[0] < 0 ? -1 : 0;
}
int64_t twice_workspace_size(const int64_t *sizes) { return 4 * sizes[0]; }
void twice_result_sizes(const int64_t *sizes, int64_t *out) {
  out[0] = sizes[0] == 3 || sizes[0] == 5 ? 4 : sizes[0];
}
