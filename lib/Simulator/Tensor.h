//===- Tensor.h - Tensor memory and fifth-generation MMA --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the tcgen05 instructions share: addresses, checks of tensor memory, and
// the arithmetic of one MMA.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_SIMULATOR_TENSOR_H
#define QUARTET_LIB_SIMULATOR_TENSOR_H

#include "Mbarriers.h"
#include "quartet/Descriptors/TCGen05.h"

namespace quartet::sim {

inline constexpr uint32_t kTensorLanes = 128;
inline constexpr uint32_t kTensorColumns = 512;

/// Index into TensorMemory::words.
inline uint32_t tensorWord(uint32_t lane, uint32_t column) {
  return lane * kTensorColumns + column;
}

/// The blocks that an instruction of `group` works on: its own, or both of the
/// pair, even rank first. Empty after reporting that the pair is incomplete.
std::vector<Cta *> tensorBlocks(const Exec &ex, const Op &op, unsigned group);

/// All tcgen05 instructions of a kernel must use one cta_group. False after
/// reporting.
bool checkCtaGroup(const Exec &ex, const Op &op, unsigned group);

/// Checks that columns [column, column + count) of `cta` are allocated.
bool checkColumns(const Exec &ex, const Op &op, unsigned lane, const Cta &cta,
                  uint32_t column, uint32_t count);

/// Decodes a shared memory descriptor. False after reporting what is wrong
/// with it; `what` names the operand.
bool loadDescriptor(const Exec &ex, const Op &op, unsigned lane,
                    const char *what, uint64_t bits,
                    tcgen05::SharedDescriptor &out);

/// Orderings of an access to tensor memory by the warp, as stamped `stamp`.
Access tensorAccess(const Exec &ex, const Op &op, Stamp stamp,
                    Actor inOrderWith);
/// Orderings of a read of shared memory through the asynchronous proxy.
Access asyncSharedAccess(const Exec &ex, const Op &op, Stamp stamp);

/// Element formats of MMA operands.
enum class MmaFormat : uint8_t { F16, BF16, TF32, E4M3, E5M2, E2M1 };

/// One MMA, decoded: everything that is needed to run it later.
struct TensorMma {
  unsigned group = 1;
  uint32_t m = 128, n = 0, k = 0;
  MmaFormat aFormat = MmaFormat::F16, bFormat = MmaFormat::F16;
  bool negateA = false, negateB = false;
  bool transposeA = false, transposeB = false;
  /// K elements per scale; 0 without scales.
  unsigned block = 0;
  bool scaleIsE8M0 = false;
  uint32_t scaleIdA = 0, scaleIdB = 0;
  bool accumulate = false;
  bool aInTensor = false;
  uint32_t d = 0, a = 0, sfa = 0, sfb = 0;
  tcgen05::SharedDescriptor aDesc, bDesc;
  std::vector<Cta *> blocks;
};

/// Byte address in shared memory of byte `kByte` of row `row`, for K-major
/// operands; of element (`row`, `k`) for MN-major ones.
uint32_t operandAddress(const tcgen05::SharedDescriptor &desc, bool transposed,
                        unsigned elementBytes, uint32_t row, uint32_t kByte);

/// Lane and column of D element (m, n) and the block that holds it.
struct TensorPlace {
  unsigned block;
  uint32_t lane, column;
};
TensorPlace accumulatorPlace(const TensorMma &mma, uint32_t m, uint32_t n);

/// Bytes per row and instruction: 32 for every dense kind.
inline constexpr uint32_t kOperandBytes = 32;

/// Does the arithmetic: reads operands and scales, updates D.
void runTensorMma(const TensorMma &mma);

/// Decoders, by what follows `tcgen05.`.
bool decodeTensorAlloc(Decoder &d, std::string_view kind);
bool decodeTensorOrder(Decoder &d, std::string_view kind);
bool decodeTensorCopy(Decoder &d);
bool decodeTensorLdSt(Decoder &d, bool isLoad);
bool decodeTensorMma(Decoder &d);

} // namespace quartet::sim

#endif // QUARTET_LIB_SIMULATOR_TENSOR_H
