//===- Launch.cpp - Launching kernels -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything here lives on the stack: a launch may be part of a capture.
//
//===----------------------------------------------------------------------===//

#include "Images.h"

#include <cstdio>

using namespace quartet::cuda;

namespace {

std::string formatList(const uint64_t *values, int32_t count) {
  std::string text;
  for (int32_t i = 0; i < count; ++i)
    text += (i ? "x" : "") + std::to_string(values[i]);
  return text;
}

std::string formatExtents(const uint32_t (&extents)[3]) {
  uint64_t values[3] = {extents[0], extents[1], extents[2]};
  return formatList(values, 3);
}

/// The arguments of one launch in the driver's form.
class Arguments {
public:
  Arguments(const Driver &driver, const Kernel &kernel)
      : driver(driver), kernel(kernel) {}

  /// Converts `params`; false and a message in `problem` if one is wrong.
  bool set(const quartet_param *params, int32_t count, std::string &problem);
  void **get() { return pointers; }

private:
  bool setOne(const quartet_param &param, int32_t index, std::string &problem);
  bool encode(const quartet_tensor_map *map, TensorMap &encoded,
              std::string &problem);

  const Driver &driver;
  const Kernel &kernel;
  void *pointers[QUARTET_MAX_PARAMS];
  TensorMap maps[QUARTET_MAX_TENSOR_MAPS];
  int32_t numMaps = 0;
};

bool Arguments::set(const quartet_param *params, int32_t count,
                    std::string &problem) {
  if (count < 0 || count > QUARTET_MAX_PARAMS) {
    problem = "expects at most " + std::to_string(QUARTET_MAX_PARAMS) +
              " arguments, but got " + std::to_string(count);
    return false;
  }
  if (kernel.hasParamSizes &&
      kernel.paramSizes.size() != static_cast<size_t>(count)) {
    problem = "expects " + std::to_string(kernel.paramSizes.size()) +
              " arguments, but got " + std::to_string(count);
    return false;
  }
  for (int32_t i = 0; i < count; ++i)
    if (!setOne(params[i], i, problem)) {
      problem = "argument " + std::to_string(i) + ": " + problem;
      return false;
    }
  return true;
}

bool Arguments::setOne(const quartet_param &param, int32_t index,
                       std::string &problem) {
  size_t bytes = 0;
  // All members of the union start where it starts.
  pointers[index] = const_cast<void *>(static_cast<const void *>(&param.value));
  switch (param.kind) {
  case QUARTET_PARAM_POINTER:
  case QUARTET_PARAM_I64:
    bytes = 8;
    break;
  case QUARTET_PARAM_I32:
  case QUARTET_PARAM_F32:
    bytes = 4;
    break;
  case QUARTET_PARAM_TENSOR_MAP:
    bytes = sizeof(TensorMap);
    if (numMaps == QUARTET_MAX_TENSOR_MAPS) {
      problem = "expects at most " + std::to_string(QUARTET_MAX_TENSOR_MAPS) +
                " tensor maps";
      return false;
    }
    if (!encode(param.value.tensor_map, maps[numMaps], problem))
      return false;
    pointers[index] = &maps[numMaps++];
    break;
  default:
    problem = "expects a kind of 0 to 4, but got " + std::to_string(param.kind);
    return false;
  }
  if (kernel.hasParamSizes &&
      kernel.paramSizes[static_cast<size_t>(index)] != bytes) {
    problem = "expects " +
              std::to_string(kernel.paramSizes[static_cast<size_t>(index)]) +
              " bytes, but got " + std::to_string(bytes);
    return false;
  }
  return true;
}

bool Arguments::encode(const quartet_tensor_map *map, TensorMap &encoded,
                       std::string &problem) {
  TensorMapSwizzle swizzle;
  switch (map->swizzle) {
  case 0:
    swizzle = TensorMapSwizzleNone;
    break;
  case 32:
    swizzle = TensorMapSwizzle32B;
    break;
  case 64:
    swizzle = TensorMapSwizzle64B;
    break;
  case 128:
    swizzle = TensorMapSwizzle128B;
    break;
  default:
    problem = "expects a swizzle of 0, 32, 64 or 128, but got " +
              std::to_string(map->swizzle);
    return false;
  }
  if (map->rank < 1 || map->rank > 5) {
    problem = "expects a tensor map of rank 1 to 5, but got " +
              std::to_string(map->rank);
    return false;
  }
  static const uint32_t elementStrides[5] = {1, 1, 1, 1, 1};
  Result result = driver.tensorMapEncodeTiled(
      &encoded, TensorMapUInt8, static_cast<uint32_t>(map->rank), map->base,
      map->dims, map->strides, map->box, elementStrides,
      TensorMapInterleaveNone, swizzle, TensorMapL2Promotion128B,
      TensorMapFillZero);
  if (result == Success)
    return true;
  // The driver does not say which of these it refuses.
  uint64_t box[5];
  for (int32_t i = 0; i < map->rank; ++i)
    box[i] = map->box[i];
  char base[32];
  std::snprintf(base, sizeof(base), "%p", map->base);
  problem = describe(driver, "cuTensorMapEncodeTiled", result) + " (base " +
            base + ", dims " + formatList(map->dims, map->rank) + ", strides " +
            formatList(map->strides, map->rank - 1) + ", box " +
            formatList(box, map->rank) + ", swizzle " +
            std::to_string(map->swizzle) + ")";
  return false;
}

/// Tells the driver once what a launch needs beyond its defaults.
Result allow(const Driver &driver, Kernel &kernel, uint32_t sharedBytes,
             uint64_t clusterBlocks) {
  if (sharedBytes > kernel.sharedBytes) {
    Result result =
        driver.functionSetAttribute(kernel.function, MaxDynamicSharedSizeBytes,
                                    static_cast<int>(sharedBytes));
    if (result != Success)
      return result;
    kernel.sharedBytes = sharedBytes;
  }
  // Every device has clusters of 8 blocks.
  if (clusterBlocks > 8 && !kernel.allowsLargeClusters) {
    Result result = driver.functionSetAttribute(
        kernel.function, NonPortableClusterSizeAllowed, 1);
    if (result != Success)
      return result;
    kernel.allowsLargeClusters = true;
  }
  return Success;
}

} // namespace

int32_t quartet::cuda::failLaunch(const quartet_launch_desc &launch,
                                  const std::string &problem) {
  std::string where;
  if (launch.location && *launch.location)
    where = std::string(launch.location) + ": ";
  return fail(where + "kernel '" + launch.kernel + "': " + problem);
}

int32_t quartet_launch(quartet_image *image, const quartet_launch_desc *launch,
                       const quartet_param *params, int32_t num_params,
                       void *stream) {
  for (uint32_t extent : launch->grid)
    if (extent == 0)
      return 0;
  const Driver *driver = getReadyDriver();
  LoadedImage *loaded = driver ? getLoadedImage(*driver, *image) : nullptr;
  Kernel *kernel =
      loaded ? getKernel(*driver, *image, *loaded, launch->kernel) : nullptr;
  if (!kernel)
    return failLaunch(*launch, quartet_last_error());

  std::string problem;
  Arguments arguments(*driver, *kernel);
  if (!arguments.set(params, num_params, problem))
    return failLaunch(*launch, problem);

  LaunchConfig config = {};
  LaunchAttribute attribute = {};
  uint64_t clusterBlocks = 1;
  for (int i = 0; i < 3; ++i) {
    config.grid[i] = launch->grid[i];
    config.block[i] = launch->block[i];
    attribute.value.cluster[i] = launch->cluster[i];
    clusterBlocks *= launch->cluster[i];
  }
  config.sharedBytes = launch->shared_bytes;
  config.stream = static_cast<Stream>(stream);
  if (clusterBlocks) {
    attribute.id = LaunchClusterDimension;
    config.attributes = &attribute;
    config.numAttributes = 1;
  }
  const char *function = "cuFuncSetAttribute";
  Result result = allow(*driver, *kernel, launch->shared_bytes, clusterBlocks);
  if (result == Success) {
    function = "cuLaunchKernelEx";
    result = driver->launchKernel(&config, kernel->function, arguments.get(),
                                  nullptr);
  }
  if (result == Success)
    return 0;
  return failLaunch(*launch, describe(*driver, function, result) + " (grid " +
                                 formatExtents(launch->grid) + ", block " +
                                 formatExtents(launch->block) + ", cluster " +
                                 formatExtents(launch->cluster) + ", " +
                                 std::to_string(launch->shared_bytes) +
                                 " bytes of shared memory)");
}
