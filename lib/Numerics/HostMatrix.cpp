//===- HostMatrix.cpp - Whole matrices quantized on the host --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fills in defaults, draws the signs of a rotation, chooses the kernels for the
// processor and owns the results.
//
//===----------------------------------------------------------------------===//

#include "quartet/Numerics/HostMatrix.h"

#include "HostKernels.h"
#include "quartet/Numerics/Floats.h"
#include "quartet/Numerics/HostScalar.h"
#include "quartet/Numerics/Philox.h"

#include <atomic>

using namespace quartet::numerics;
using namespace quartet::numerics::host;

namespace {

std::atomic<bool> genericForced{false};

const HostKernels &kernels() {
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
  static const HostKernels *const avx2 =
      __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")
          ? getAVX2Kernels()
          : nullptr;
  if (avx2 && !genericForced)
    return *avx2;
#endif
  return getGenericKernels();
}

/// A kernel's input together with the signs it points to.
struct PreparedInput {
  KernelInput in;
  std::vector<uint32_t> signs;
};

int64_t clampExtent(int64_t valid, int64_t whole) {
  return valid < 0 || valid > whole ? whole : valid;
}

void prepare(PreparedInput &p, const MatrixView &view, const Rotation &rotation,
             const ChunkOffset &offset) {
  p.in = KernelInput();
  p.in.view = view;
  p.in.view.validRows = clampExtent(view.validRows, view.rows);
  p.in.view.validColumns = clampExtent(view.validColumns, view.columns);
  p.in.padded = paddedColumns(view.columns, rotation.group);
  p.in.rotationGroup = rotation.group;
  p.in.firstRow = uint32_t(offset.row);
  p.in.firstColumnBlock = uint32_t(offset.column / kBlock);
  if (rotation.group == 0)
    return;
  HostScalar o;
  const Randomness &r = rotation.randomness;
  RandomSource<HostScalar> source{uint32_t(r.seed), uint32_t(r.seed >> 32),
                                  r.site, r.instance};
  int64_t blocks = p.in.padded / kBlock;
  for (int64_t b = 0; b < blocks; ++b)
    p.signs.push_back(
        drawSigns(o, source, p.in.firstColumnBlock + uint32_t(b)));
  p.in.signs = p.signs.data();
}

uint32_t bitsOf(float v) { return HostScalar().bits(v); }
float floatOf(uint32_t v) { return HostScalar().fromBits(v); }

} // namespace

float host::largestMagnitude(const MatrixView &view, const Rotation &rotation,
                             const ChunkOffset &offset) {
  PreparedInput p;
  prepare(p, view, rotation, offset);
  return floatOf(kernels().amax(p.in));
}

std::vector<float> host::rotate(const MatrixView &view,
                                const Rotation &rotation,
                                const ChunkOffset &offset) {
  PreparedInput p;
  prepare(p, view, rotation, offset);
  std::vector<float> out(size_t(view.rows * p.in.padded));
  kernels().rotate(p.in, out.data());
  return out;
}

EdenBlocks host::edenPass1(const MatrixView &view,
                           const QuantizeOptions &options) {
  PreparedInput p;
  prepare(p, view, options.rotation, options.offset);
  p.in.quantizer = &options.quantizer;
  EdenBlocks result;
  result.rows = view.rows;
  result.padded = p.in.padded;
  result.data.resize(size_t(view.rows * packedColumns(p.in.padded)));
  result.scales.resize(size_t(view.rows * scaleColumns(p.in.padded)));
  result.scaleMaximum = floatOf(
      kernels().edenPass1(p.in, result.data.data(), result.scales.data()));
  return result;
}

QuantizedMatrix host::edenPass2(const EdenBlocks &blocks,
                                const QuantizeOptions &options,
                                float scaleMaximum) {
  KernelInput in = KernelInput();
  in.quantizer = &options.quantizer;
  in.randomness = options.randomness;
  in.firstRow = uint32_t(options.offset.row);
  in.firstColumnBlock = uint32_t(options.offset.column / kBlock);
  QuantizedMatrix result;
  result.rows = blocks.rows;
  result.padded = blocks.padded;
  result.data = blocks.data;
  result.scales.resize(blocks.scales.size());
  float ts = kernels().edenPass2(
      in, blocks.scales.data(), blocks.rows, scaleColumns(blocks.padded),
      bitsOf(scaleMaximum) & kMagnitudeMask, result.scales.data());
  result.tensorScale = ts * options.prescale;
  return result;
}

QuantizedMatrix host::quantize(const MatrixView &view,
                               const QuantizeOptions &options) {
  if (options.quantizer.isPostHoc()) {
    EdenBlocks blocks = edenPass1(view, options);
    return edenPass2(blocks, options, blocks.scaleMaximum);
  }
  PreparedInput p;
  prepare(p, view, options.rotation, options.offset);
  p.in.quantizer = &options.quantizer;
  p.in.randomness = options.randomness;
  uint32_t amax = options.hasAmax ? bitsOf(options.amax) & kMagnitudeMask
                                  : kernels().amax(p.in);
  QuantizedMatrix result;
  result.rows = view.rows;
  result.padded = p.in.padded;
  result.data.resize(size_t(view.rows * packedColumns(p.in.padded)));
  result.scales.resize(size_t(view.rows * scaleColumns(p.in.padded)));
  float ts =
      kernels().quantize(p.in, amax, result.data.data(), result.scales.data());
  result.tensorScale = ts * options.prescale;
  return result;
}

std::vector<float> host::dequantize(const QuantizedMatrix &matrix) {
  std::vector<float> out(size_t(matrix.rows * matrix.padded));
  int64_t blocks = scaleColumns(matrix.padded);
  for (int64_t row = 0; row < matrix.rows; ++row)
    kernels().decodeRow(matrix.data.data() + row * matrix.padded / 2,
                        matrix.scales.data() + row * blocks, blocks,
                        matrix.tensorScale, /*withTensorScale=*/true,
                        out.data() + row * matrix.padded);
  return out;
}

std::vector<uint16_t> host::decodeToBF16(const QuantizedMatrix &matrix) {
  std::vector<uint16_t> out(size_t(matrix.rows * matrix.padded));
  std::vector<float> line(size_t(matrix.padded));
  int64_t blocks = scaleColumns(matrix.padded);
  HostScalar o;
  for (int64_t row = 0; row < matrix.rows; ++row) {
    kernels().decodeRow(matrix.data.data() + row * matrix.padded / 2,
                        matrix.scales.data() + row * blocks, blocks, 1.0f,
                        /*withTensorScale=*/false, line.data());
    for (int64_t c = 0; c < matrix.padded; ++c)
      out[size_t(row * matrix.padded + c)] =
          uint16_t(toBF16(o, line[size_t(c)]));
  }
  return out;
}

QuantizedMatrix host::requantize(const QuantizedMatrix &matrix, int64_t columns,
                                 bool transpose, QuantizeOptions options) {
  std::vector<uint16_t> values = decodeToBF16(matrix);
  MatrixView view;
  view.data = values.data();
  view.type = ElementType::BF16;
  view.rows = transpose ? columns : matrix.rows;
  view.columns = transpose ? matrix.rows : columns;
  view.stride = matrix.padded;
  view.transposed = transpose;
  options.prescale = matrix.tensorScale;
  return quantize(view, options);
}

std::vector<uint8_t> host::tileScales(const std::vector<uint8_t> &linear,
                                      int64_t rows, int64_t scaleCols) {
  std::vector<uint8_t> tiled(size_t(tiledScaleBytes(rows, scaleCols)), 0);
  int64_t tileColumns = scaleTileColumns(scaleCols);
  for (int64_t m = 0; m < rows; ++m)
    for (int64_t k = 0; k < scaleCols; ++k)
      tiled[size_t(tiledScaleOffset(m, k, tileColumns))] =
          linear[size_t(m * scaleCols + k)];
  return tiled;
}

std::vector<uint8_t> host::untileScales(const std::vector<uint8_t> &tiled,
                                        int64_t rows, int64_t scaleCols) {
  std::vector<uint8_t> linear(size_t(rows * scaleCols));
  int64_t tileColumns = scaleTileColumns(scaleCols);
  for (int64_t m = 0; m < rows; ++m)
    for (int64_t k = 0; k < scaleCols; ++k)
      linear[size_t(m * scaleCols + k)] =
          tiled[size_t(tiledScaleOffset(m, k, tileColumns))];
  return linear;
}

std::vector<uint8_t> host::packCodes(const std::vector<uint8_t> &codes) {
  std::vector<uint8_t> packed(codes.size() / 2);
  for (size_t i = 0; i < packed.size(); ++i)
    packed[i] = uint8_t(codes[2 * i] | codes[2 * i + 1] << 4);
  return packed;
}

std::vector<uint8_t> host::unpackCodes(const std::vector<uint8_t> &packed) {
  std::vector<uint8_t> codes(packed.size() * 2);
  for (size_t i = 0; i < packed.size(); ++i) {
    codes[2 * i] = packed[i] & 15;
    codes[2 * i + 1] = packed[i] >> 4;
  }
  return codes;
}

void host::forceGenericKernels(bool force) { genericForced = force; }
